import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fastify from 'fastify';
import { AppError } from '../platform/errors.ts';
import { SLOTS } from '../platform/limits.ts';
import { afterAnswers } from './after-answers.ts';

/** An app whose work after answers waits until it is let go. */
function createApp() {
  const failures: string[] = [];
  const stream = { write: (line: string) => failures.push(JSON.parse(line).msg) };
  const app = fastify({ logger: { level: 'error', stream } });
  const continueAfter = afterAnswers<string>(app);
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const done: string[] = [];
  const ask = (owner: string, name = owner) =>
    continueAfter(
      owner,
      async () => {
        await gate;
        if (name === 'broken') throw new Error('no');
        done.push(name);
      },
      app.log,
      `${name} failed`,
    );
  return { app, ask, letGo, done, failures };
}

const isBusy = (error: unknown) => error instanceof AppError && error.code === 'busy';

describe('work after answers', () => {
  it('is not waited for by the answer, but by the end of the app', async () => {
    const { app, ask, letGo, done, failures } = createApp();
    await ask('one');
    await ask('one', 'broken');
    assert.deepEqual(done, []);
    letGo();
    await app.close();
    assert.deepEqual([done, failures], [['one'], ['broken failed']]);
  });

  it('refuses the owner who fills the line, and nobody else', async () => {
    const { app, ask, letGo, done } = createApp();
    for (let count = 0; count < SLOTS.afterAnswers.maxWaiting + 1; count++) await ask('flood');
    await assert.rejects(ask('flood'), isBusy);
    await ask('first');
    await ask('second');
    await assert.rejects(ask('flood'), isBusy);
    letGo();
    await app.close();
    // They do not wait until the flood is over either.
    assert.ok(
      done.indexOf('first') < 5 && done.includes('second') && done.indexOf('second') < 5,
      `${done.slice(0, 9)}`,
    );
  });
});
