import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { type Patience, readPatiently } from './patient-body.ts';

const PATIENT: Patience = { idleMs: 60_000, slowestPerSecond: 0, slowForMs: 60_000 };

async function readAll(body: Readable, patience: Partial<Patience> = {}): Promise<string> {
  let text = '';
  for await (const chunk of readPatiently(body, { ...PATIENT, ...patience })) text += chunk;
  return text;
}

describe('reading a body patiently', () => {
  it('gives all of it, in order', async () => {
    assert.equal(await readAll(Readable.from(['a', 'bc', Buffer.from('d')], { objectMode: false })), 'abcd');
    assert.equal(await readAll(Readable.from([])), '');
  });

  it('gives up one that stands still', async () => {
    const body = new PassThrough();
    body.write('a');
    await assert.rejects(readAll(body, { idleMs: 10 }), {
      code: 'request-timeout',
      message: 'Nothing of the body has arrived for 0 s.',
    });
  });

  it('gives up one that goes on too slowly', async () => {
    async function* trickle() {
      for (;;) {
        await setImmediate();
        yield 'a';
      }
    }
    // No client is as fast as that.
    await assert.rejects(readAll(Readable.from(trickle()), { slowestPerSecond: 1e12, slowForMs: 0 }), {
      code: 'request-timeout',
      message: 'The body arrives too slowly: 1000000000000 bytes a second are the least.',
    });
  });

  it('gives up one that was fast at first and then goes on too slowly', async () => {
    async function* burstAndTrickle() {
      yield Buffer.alloc(16 * 1024 * 1024);
      for (let times = 0; times < 300; times++) {
        await setTimeout(1);
        yield 'a';
      }
    }
    await assert.rejects(readAll(Readable.from(burstAndTrickle()), { slowestPerSecond: 1e6, slowForMs: 5 }), {
      code: 'request-timeout',
    });
  });

  it('tells one that was cut off from one that is complete', async () => {
    const body = new PassThrough();
    body.write('a');
    const reading = readAll(body);
    body.destroy(new Error('aborted'));
    await assert.rejects(reading, {
      code: 'malformed-request',
      message: 'The connection was closed before the body was complete.',
    });
  });

  it('leaves the rest to be drained when its reader stops', async () => {
    const body = new PassThrough();
    body.write('a');
    for await (const chunk of readPatiently(body, PATIENT)) {
      assert.equal(String(chunk), 'a');
      break;
    }
    let drained = '';
    body.on('data', (chunk) => {
      drained += chunk;
    });
    body.resume();
    body.end('b');
    await new Promise((resolve) => body.once('end', resolve));
    assert.equal(drained, 'b');
  });
});
