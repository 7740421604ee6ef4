import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ByteBudget } from '../../platform/byte-budget.ts';
import { AppError } from '../../platform/errors.ts';
import { BYTES, SPEEDS } from '../../platform/limits.ts';
import { BodiesInFlight } from './bodies-in-flight.ts';

const [ONE, OTHER, THIRD] = [1, 2, 3];
const MEBIBYTE = Buffer.alloc(1024 * 1024);
const LIMITS = { count: 4, patienceMs: 60_000, maxWaiting: 100 };

const isBusy = (error: unknown) =>
  error instanceof AppError && error.code === 'busy' && (error.details.retryAfterSeconds ?? 0) > 0;

/** A client that sends as many chunks as are taken, up to so many, and then neither goes on nor ends until `end`. */
function upload(bodies: BodiesInFlight, companyId: number, chunks: number, chunk: Buffer = MEBIBYTE) {
  const socket = Object.assign(new EventEmitter(), { destroyed: false });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const state = { taken: 0, done: false, stopped: false };
  async function* body() {
    try {
      for (let sent = 0; sent < chunks; sent++) yield chunk;
      await Promise.race([ended, once(socket, 'close').then(() => assert.fail('aborted'))]);
    } finally {
      state.stopped = true;
    }
  }
  const receive = async () => {
    using arriving = bodies.begin(socket, companyId);
    for await (const _ of arriving.bounded(body())) state.taken++;
    state.done = true;
  };
  const result = receive();
  result.catch(() => {});
  const leave = () => {
    socket.destroyed = true;
    socket.emit('close');
  };
  return { state, result, end, leave };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

describe('bodies in flight', () => {
  it('of one company have half of the slots; what waits is not read beyond a small body', async () => {
    const bodies = new BodiesInFlight(new ByteBudget(BYTES.smallBodies), LIMITS);
    const own = [1, 2, 3].map(() => upload(bodies, ONE, 5));
    const others = [upload(bodies, OTHER, 5), upload(bodies, THIRD, 5)];
    await settle();
    assert.deepEqual(
      [...own, ...others].map(({ state }) => state.taken),
      [5, 5, 1, 5, 5],
    );
    own[0]?.end();
    await own[0]?.result;
    await settle();
    assert.equal(own[2]?.state.taken, 5);
    // The slots are given back.
    for (const each of [...own, ...others]) {
      each.end();
      await each.result;
    }
    const again = [ONE, ONE, OTHER, OTHER].map((company) => upload(bodies, company, 2));
    await settle();
    assert.ok(again.every(({ state }) => state.taken === 2));
  });

  it('need no slot if they are small, as long as the memory for small ones is not used up', async () => {
    const bodies = new BodiesInFlight(new ByteBudget(BYTES.smallBodies), LIMITS);
    const large = [ONE, ONE, OTHER, OTHER].map((company) => upload(bodies, company, 2));
    await settle();
    const small = Array.from({ length: 9 }, () => upload(bodies, THIRD, 1));
    await settle();
    assert.deepEqual(
      small.map(({ state }) => state.taken),
      [1, 1, 1, 1, 1, 1, 1, 1, 0],
      'eight mebibytes of one company',
    );
    const another = upload(bodies, 4, 1);
    await settle();
    assert.equal(another.state.taken, 1);
    large[0]?.end();
    await settle();
    assert.equal(small[8]?.state.taken, 1, 'it has taken the slot');
  });

  it('take at most 64 mebibytes of a node while they have no slot', async () => {
    const small = new ByteBudget(BYTES.smallBodies);
    const [rosters, documents] = [new BodiesInFlight(small, LIMITS), new BodiesInFlight(small, LIMITS)];
    for (const company of [ONE, ONE, OTHER, OTHER]) {
      upload(rosters, company, 2);
      upload(documents, company, 2);
    }
    await settle();
    const uploads = Array.from({ length: 70 }, (_, index) =>
      upload(index % 2 === 0 ? rosters : documents, 10 + index, 1),
    );
    await settle();
    assert.equal(uploads.filter(({ state }) => state.taken === 1).length, 64);
    for (const { leave } of uploads) leave();
    await settle();
    const later = upload(rosters, 99, 1);
    await settle();
    assert.equal(later.state.taken, 1);
  });

  it('stop at once when the client has gone, and give their slot to the next', async () => {
    const bodies = new BodiesInFlight(new ByteBudget(BYTES.smallBodies), { ...LIMITS, count: 1 });
    const first = upload(bodies, ONE, 5);
    const [waiting, next] = [upload(bodies, OTHER, 5), upload(bodies, THIRD, 5)];
    await settle();
    waiting.leave();
    await assert.rejects(waiting.result, { code: 'malformed-request' });
    assert.ok(waiting.state.stopped);
    first.leave();
    await assert.rejects(first.result, /aborted/);
    await settle();
    assert.equal(next.state.taken, 5);

    next.end();
    // Nothing tells that nobody waits for the answer but the signal: these chunks have all arrived.
    const unread = upload(bodies, ONE, Number.POSITIVE_INFINITY);
    unread.leave();
    await assert.rejects(unread.result, { code: 'malformed-request' });
    assert.ok(unread.state.stopped && unread.state.taken === 0);
  });

  it('that nobody waits for any more are not read, if the client had gone before', async () => {
    const bodies = new BodiesInFlight(new ByteBudget(BYTES.smallBodies), LIMITS);
    const socket = Object.assign(new EventEmitter(), { destroyed: true });
    using arriving = bodies.begin(socket, ONE);
    assert.ok(arriving.signal.aborted);
  });

  it('have to arrive as fast as the documentation says', async () => {
    const guide = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
    const documented = [...guide.matchAll(/\| (\d+) KiB a second \|/g)].map(
      ([, speed]) => Number(speed) * 1024,
    );
    assert.deepEqual(
      documented,
      SPEEDS.map(({ perSecond }) => perSecond),
    );
  });

  it('are refused with 503 if too many wait, or after some time', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const bodies = new BodiesInFlight(new ByteBudget(BYTES.smallBodies), {
      count: 1,
      patienceMs: 5000,
      maxWaiting: 1,
    });
    upload(bodies, ONE, 2);
    const [waiting, tooMany] = [upload(bodies, ONE, 2), upload(bodies, ONE, 2)];
    await assert.rejects(tooMany.result, isBusy);
    t.mock.timers.tick(5000);
    await assert.rejects(waiting.result, isBusy);
    assert.ok(waiting.state.stopped && tooMany.state.stopped);
  });
});
