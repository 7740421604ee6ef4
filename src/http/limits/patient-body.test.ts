import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { AppError } from '../../platform/errors.ts';
import { patienceWith } from './bodies-in-flight.ts';
import { Pace, type Patience, readPatiently } from './patient-body.ts';

const PATIENT: Patience = { idleMs: 60_000, periodMs: 60_000, slowest: [] };

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
    await assert.rejects(
      readAll(Readable.from(trickle()), { slowest: [{ fromMs: 0, perSecond: 1e12 }], periodMs: 0 }),
      {
        code: 'request-timeout',
        message: 'The body arrives too slowly: 1000000000000 bytes a second are the least.',
      },
    );
  });

  it('gives up one that was fast at first and then goes on too slowly', async () => {
    async function* burstAndTrickle() {
      yield Buffer.alloc(16 * 1024 * 1024);
      for (let times = 0; times < 300; times++) {
        await setTimeout(1);
        yield 'a';
      }
    }
    await assert.rejects(
      readAll(Readable.from(burstAndTrickle()), { slowest: [{ fromMs: 0, perSecond: 1e6 }], periodMs: 5 }),
      {
        code: 'request-timeout',
      },
    );
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

describe('the pace of a body', () => {
  /** How many seconds a body is received that always arrives at this speed; undefined if it is never too slow. */
  const secondsUntilTooSlow = (perSecond: number) => {
    const pace = new Pace(patienceWith(30));
    for (let seconds = 0; seconds < 3600; seconds += 10)
      try {
        pace.add(perSecond * 10, 10_000);
      } catch (error) {
        assert.deepEqual(error instanceof AppError && error.code, 'request-timeout');
        return seconds + 10;
      }
    return undefined;
  };

  it('has to become faster the longer it takes', () => {
    const kibibyte = 1024;
    for (const [perSecond, seconds] of [
      [kibibyte - 1, 70],
      [kibibyte, 140],
      [8 * kibibyte - 1, 140],
      [8 * kibibyte, 420],
      [64 * kibibyte - 1, 420],
      [64 * kibibyte, 700],
      [512 * kibibyte - 1, 700],
      [512 * kibibyte, undefined],
    ] as const)
      assert.deepEqual([perSecond, secondsUntilTooSlow(perSecond)], [perSecond, seconds]);
  });

  it('does not count the time in which the service does not wait for the client', () => {
    const pace = new Pace(patienceWith(30));
    for (let chunk = 0; chunk < 1_000_000; chunk++) pace.add(1024, 0);
  });
});
