import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { until } from '../../test/pure/support/until.ts';
import { AppError } from './errors.ts';
import { ThreadPool } from './thread-pool.ts';

const [ONE, OTHER] = [1, 2];
const MODULE = import.meta.resolve('../../test/pure/support/thread-work.ts');
type Module = typeof import('../../test/pure/support/thread-work.ts');
type Work = Parameters<Module['default']>[0];

function testPool(options: ConstructorParameters<typeof ThreadPool>[0]) {
  const pool = new ThreadPool(options);
  after(() => pool.close());
  return (companyId: number, work: Work, signal?: AbortSignal) =>
    pool.run<Module>(companyId, MODULE, work, signal);
}

describe('a pool of threads', () => {
  it('does work in another thread, which keeps its modules for the next work', async () => {
    const run = testPool({ threads: 1 });
    const first = await run(ONE, 'tell-thread');
    assert.notEqual(first, threadId);
    assert.equal(await run(OTHER, 'tell-thread'), first);
  });

  it('passes on the message of an error', async () => {
    const run = testPool({ threads: 1 });
    await assert.rejects(run(ONE, 'fail'), /^Error: the text of version 1999-1 is not known$/);
    await run(ONE, 'tell-thread');
  });

  it('fails only the work of a thread that crashes', async () => {
    const run = testPool({ threads: 1 });
    const [crashed, next] = await Promise.allSettled([run(ONE, 'crash'), run(ONE, 'tell-thread')]);
    assert.equal(crashed.status, 'rejected');
    assert.equal(next.status, 'fulfilled');
  });

  it('stops a thread that hangs', async () => {
    const run = testPool({ threads: 1, maxMs: 200 });
    await assert.rejects(run(ONE, 'hang'), /aborted/);
  });

  it('serves companies in turn, refuses if too many wait, and forgets whoever has gone', async () => {
    const run = testPool({ threads: 1, maxWaiting: 4 });
    const done: string[] = [];
    const ask = (company: number, name: string, signal?: AbortSignal) =>
      run(company, 'tell-thread', signal).then(() => done.push(name));
    const gone = new AbortController();
    const [first, second, third] = [ask(ONE, '1a'), ask(ONE, '1b'), ask(ONE, '1c')];
    const left = ask(ONE, 'gone', gone.signal);
    const others = ask(OTHER, '2a');
    const isBusy = (error: unknown) => error instanceof AppError && error.code === 'busy';
    await assert.rejects(ask(ONE, 'too many'), isBusy);
    gone.abort();
    await assert.rejects(left, /connection was closed/);
    await Promise.all([first, second, third, others]);
    assert.deepEqual(done, ['1a', '1b', '2a', '1c']);
  });

  it('stops a thread that is idle', async () => {
    const run = testPool({ threads: 1, idleMs: 1 });
    const first = await run(ONE, 'tell-thread');
    await until('another thread does the work', async () => (await run(ONE, 'tell-thread')) !== first);
  });

  it('stops its threads when it is closed', async () => {
    const pool = new ThreadPool({ threads: 1 });
    await pool.run<Module>(ONE, MODULE, 'tell-thread');
    const hanging = assert.rejects(pool.run<Module>(ONE, MODULE, 'hang'), /terminat/i);
    const waiting = assert.rejects(pool.run<Module>(ONE, MODULE, 'hang'), /try again/);
    await setImmediate();
    await pool.close();
    await Promise.all([hanging, waiting]);
  });
});
