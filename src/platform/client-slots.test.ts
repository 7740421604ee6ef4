import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
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
  const pass = (ms: number) => t.mock.timers.tick(ms);
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

/** As many as are free for the client. */
function takeAll(slots: ClientSlots, asker: { name: string; companyId: number | undefined }): number {
  let taken = 0;
  while (taken < 100 && slots.tryTake(asker)) taken++;
  return taken;
}

const AFTER_MS = 250;

/** Two for a client and three for a company, as above; for a company that is alone five more. */
function withLoneCompanies(t: TestContext) {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const slots = new ClientSlots({
    maxEach: 2,
    maxOfCompany: 3,
    maxWaiting: 10,
    patienceMs: 60_000,
    whenAlone: { more: 5, afterMs: AFTER_MS },
  });
  return {
    slots,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('a company gets more once nobody else has asked for some time, and no more when somebody does', (t) => {
  const { slots, pass } = withLoneCompanies(t);
  const [one, other] = [client('a'), client('z', COMPANY + 1)];
  assert.ok(slots.tryTake(other));
  slots.release(other);
  assert.equal(takeAll(slots, one), 2);
  pass(AFTER_MS - 1);
  assert.equal(takeAll(slots, one), 0);
  pass(1);
  assert.equal(takeAll(slots, one), 5, 'as many as its share and five more');
  assert.ok(slots.isAlone(one));
  // The other one need not wait, and has its share.
  assert.equal(takeAll(slots, other), 2);
  assert.ok(!slots.isAlone(one) && !slots.isAlone(other));
  for (let count = 0; count < 5; count++) slots.release(one);
  assert.equal(takeAll(slots, one), 0, 'it still has two');
  slots.release(one);
  assert.equal(takeAll(slots, one), 1);
});

test('a company is alone again some time after the other one has left, however long that one has taken', (t) => {
  const { slots, pass } = withLoneCompanies(t);
  const [one, other] = [client('a'), client('z', COMPANY + 1)];
  assert.ok(slots.tryTake(other));
  assert.equal(takeAll(slots, one), 2);
  pass(100 * AFTER_MS);
  assert.equal(takeAll(slots, one), 0, 'the other one has a slot');
  slots.release(other);
  assert.equal(takeAll(slots, one), 0, 'the other one may ask again');
  pass(AFTER_MS);
  assert.equal(takeAll(slots, one), 5);
});

test('requests that wait begin when their company becomes alone, in their order', (t) => {
  const { slots, pass } = withLoneCompanies(t);
  const [one, other] = [client('a'), client('z', COMPANY + 1)];
  assert.ok(slots.tryTake(other));
  slots.release(other);
  const begun: number[] = [];
  const refuse = () => assert.fail('it may wait');
  const ask = (number: number) => {
    if (slots.tryTake(one)) begun.push(number);
    else slots.wait(one, { begin: () => begun.push(number), refuse });
  };
  for (const number of [1, 2, 3, 4]) ask(number);
  assert.deepEqual(begun, [1, 2]);
  pass(AFTER_MS);
  for (const number of [5, 6, 7, 8, 9]) ask(number);
  assert.deepEqual(begun, [1, 2, 3, 4, 5, 6, 7]);
  // Only its share is left to it from now on.
  slots.notice(other);
  for (let count = 0; count < 5; count++) slots.release(one);
  assert.deepEqual(begun, [1, 2, 3, 4, 5, 6, 7]);
  slots.release(one);
  assert.deepEqual(begun, [1, 2, 3, 4, 5, 6, 7, 8]);
});

test('the keys and users of one company are one company', (t) => {
  const { slots, pass } = withLoneCompanies(t);
  const [key, user] = [client('key 1'), client('user 1')];
  assert.equal(takeAll(slots, key), 2);
  assert.equal(takeAll(slots, user), 1);
  pass(AFTER_MS);
  assert.equal(takeAll(slots, key), 5);
  assert.equal(takeAll(slots, user), 0, 'the company has eight');
  slots.release(key);
  assert.equal(takeAll(slots, user), 1);
  assert.ok(slots.isAlone(user));
});

test('a change takes none of what a company that is alone has more', (t) => {
  const { slots, pass } = withLoneCompanies(t);
  const one = client('a');
  assert.ok(slots.tryTake(one, true));
  pass(AFTER_MS);
  assert.ok(slots.tryTake(one, true));
  assert.ok(!slots.tryTake(one, true));
  const begun: string[] = [];
  const refuse = () => assert.fail('it may wait');
  slots.wait(one, { begin: () => begun.push('change'), refuse, isUsual: true });
  slots.wait(one, { begin: () => begun.push('read'), refuse });
  assert.equal(begun.length, 0);
  slots.release(one);
  assert.deepEqual(begun, ['change', 'read'], 'the read is one more');
});

test('a change does not wait for the reads of its company that come later', (t) => {
  const { slots, pass } = withLoneCompanies(t);
  const [reader, writer] = [client('a'), client('b')];
  assert.ok(slots.tryTake(reader));
  pass(AFTER_MS);
  assert.equal(takeAll(slots, reader), 6);
  const begun: string[] = [];
  const refuse = () => {};
  const leave = slots.wait(writer, { begin: () => begun.push('change'), refuse, isUsual: true });
  slots.wait(reader, { begin: () => begun.push('read'), refuse });
  for (let count = 0; count < 4; count++) slots.release(reader);
  assert.equal(begun.length, 0);
  slots.release(reader);
  assert.deepEqual(begun, ['change', 'read']);
  leave('too late');
  slots.wait(writer, { begin: () => begun.push('change'), refuse, isUsual: true })('gone');
  assert.equal(takeAll(slots, reader), 4, 'the change that has gone holds nobody up');
});

test('an address is never alone, and nobody is beside one', (t) => {
  const { slots, pass } = withLoneCompanies(t);
  const address = { name: 'address 192.0.2.1', companyId: undefined };
  assert.equal(takeAll(slots, address), 2);
  pass(AFTER_MS);
  assert.equal(takeAll(slots, address), 0);
  assert.ok(!slots.isAlone(address));
  assert.equal(takeAll(slots, client('a')), 2);
  pass(AFTER_MS);
  assert.equal(takeAll(slots, client('a')), 0);
});

test('a client that asks for something else than a slot is somebody else', (t) => {
  const { slots, pass } = withLoneCompanies(t);
  assert.equal(takeAll(slots, client('a')), 2);
  pass(AFTER_MS);
  assert.equal(takeAll(slots, client('a')), 5);
  slots.notice(client('b'));
  assert.ok(slots.isAlone(client('a')), 'it is the same company');
  slots.notice(client('z', COMPANY + 1));
  assert.ok(!slots.isAlone(client('a')));
});

test('a client of a lone company that goes while it waits leaves the line', (t) => {
  const { slots, pass } = withLoneCompanies(t);
  const one = client('a');
  assert.ok(slots.tryTake(one));
  pass(AFTER_MS);
  assert.equal(takeAll(slots, one), 6);
  const refused: unknown[] = [];
  const refuse = (reason: unknown) => refused.push(reason);
  const leave = slots.wait(one, { begin: () => assert.fail('it has gone'), refuse });
  leave('gone');
  leave('gone again');
  assert.deepEqual(refused, ['gone']);
  slots.release(one);
  assert.equal(takeAll(slots, one), 1);
});

test('without a rule for lone companies nobody gets more', (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const slots = newSlots();
  assert.equal(takeAll(slots, client('a')), 2);
  now += 1_000_000;
  assert.equal(takeAll(slots, client('a')), 0);
});

test('if too many wait, the company with the most of them is refused first', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const slots = new ClientSlots({ maxEach: 1, maxOfCompany: 1, maxWaiting: 3, patienceMs: 60_000 });
  const refused: string[] = [];
  const wait = (name: string, asker = client(name)) => {
    if (!slots.tryTake(asker))
      slots.wait(asker, { begin: () => assert.fail('none is free'), refuse: () => refused.push(name) });
  };
  for (const name of ['a', 'b', 'c', 'd']) wait(name);
  wait('z', client('z', COMPANY + 1));
  wait('y', client('y', COMPANY + 1));
  assert.equal(refused.length, 1);
  assert.ok(['b', 'c', 'd'].includes(refused[0] ?? ''), String(refused));
});
