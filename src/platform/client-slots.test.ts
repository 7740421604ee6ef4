import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientSlots } from './client-slots.ts';

const COMPANY = 1;
const client = (name: string, companyId = COMPANY) => ({ name, companyId });
const { signal } = new AbortController();
const newSlots = () => new ClientSlots({ maxEach: 2, maxOfCompany: 3, maxWaiting: 10, patienceMs: 60_000 });

test('a client has its slots, and all clients of a company have those of the company', () => {
  const slots = newSlots();
  assert.deepEqual(
    ['a', 'a', 'a', 'b', 'b'].map((name) => slots.tryTake(client(name))),
    [true, true, false, true, false],
  );
  assert.ok(slots.tryTake(client('c', COMPANY + 1)));
  slots.release(client('a'));
  assert.ok(slots.tryTake(client('b')));
});

test('an address has no company, and keeps nobody else waiting', () => {
  const slots = newSlots();
  const address = (name: string) => ({ name, companyId: undefined });
  const all = ['x', 'x', 'x', 'y', 'y', 'z', 'z'].map((name) => slots.tryTake(address(name)));
  assert.deepEqual(all, [true, true, false, true, true, true, true]);
});

test('a client that waits for its company and goes gives its own slot back', async () => {
  const slots = newSlots();
  for (const name of ['a', 'a', 'b']) assert.ok(slots.tryTake(client(name)));
  const gone = new AbortController();
  const waiting = slots.take(client('b'), gone.signal);
  gone.abort(new Error('gone'));
  await assert.rejects(waiting, /gone/);
  slots.release(client('a'));
  assert.ok(slots.tryTake(client('b')));
});

test('a client that waits for its own slot and for the company waits no longer than for one of them', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const pass = (ms: number) => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  const slots = newSlots();
  for (const name of ['a', 'a', 'b']) assert.ok(slots.tryTake(client(name)));
  const forCompany = slots.take(client('c'), signal);
  const forBoth = slots.take(client('a'), signal);
  pass(40_000);
  // The slot of the company goes to the client that waits for it.
  slots.release(client('a'));
  await forCompany;
  pass(19_999);
  const state = await Promise.race([forBoth, new Promise(setImmediate).then(() => 'waiting')]);
  assert.equal(state, 'waiting');
  pass(1);
  await assert.rejects(forBoth, { code: 'busy' });
});
