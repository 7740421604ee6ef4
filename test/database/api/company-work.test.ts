import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { createCompanyWork } from '../../../src/http/limits/company-work.ts';
import { until } from '../../pure/support/until.ts';
import { createTestDatabase } from '../support/test-database.ts';

const [ONE, OTHER, THIRD, FOURTH] = [1, 2, 3, 4];

const database = await createTestDatabase();
const { bulk } = database;

const newRequest = () => ({ raw: { socket: new EventEmitter() } });

/** Bulk operations that begin when it is their turn, and end when the test says so. */
function operations() {
  const { bulkWork } = createCompanyWork(database);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (companyId: number, name: string, request = newRequest()) =>
    bulkWork(request, companyId, (pool) =>
      pool.begin(async (tx) => {
        await tx`select 1`;
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.set(name, resolve);
        begun.push(name);
        await promise;
      }),
    );
  const end = (name: string) => ends.get(name)?.();
  const untilBegun = (...names: string[]) =>
    until(`${names} have begun`, () => names.every((name) => begun.includes(name)));
  return { begun, begin, end, untilBegun };
}

describe('bulk operations', () => {
  it('of one company run one by one and leave room for another one’s and for the ticker', async () => {
    const { begun, begin, end, untilBegun } = operations();
    const held = [begin(ONE, '1a'), begin(ONE, '1b'), begin(ONE, '1c'), begin(OTHER, '2a')];
    await untilBegun('1a', '2a');
    held.push(begin(THIRD, '3a'));
    await untilBegun('3a');
    // The ticker uses the pool itself.
    assert.equal(await bulk.begin(() => 'issued'), 'issued');
    assert.deepEqual(new Set(begun), new Set(['1a', '2a', '3a']));
    for (const name of ['1a', '1b', '1c']) {
      await untilBegun(name);
      end(name);
    }
    end('2a');
    end('3a');
    await Promise.all(held);
  });

  it('leave one connection to the ticker, whatever the number of companies', async () => {
    const { begun, begin, end, untilBegun } = operations();
    const held = [begin(ONE, '1a'), begin(OTHER, '2a'), begin(THIRD, '3a'), begin(FOURTH, '4a')];
    await untilBegun('1a', '2a', '3a');
    assert.equal(await bulk.begin(() => 'issued'), 'issued');
    assert.equal(begun.length, 3);
    end('2a');
    await untilBegun('4a');
    for (const name of begun) end(name);
    await Promise.all(held);
  });

  it('never begin if their client goes while they wait', async () => {
    const { begun, begin, end, untilBegun } = operations();
    const first = begin(ONE, '1a');
    await untilBegun('1a');
    const request = newRequest();
    const gone = begin(ONE, '1b', request);
    const next = begin(ONE, '1c');
    request.raw.socket.emit('close');
    await assert.rejects(gone, /connection was closed/);
    end('1a');
    await untilBegun('1c');
    end('1c');
    await Promise.all([first, next]);
    assert.deepEqual(begun, ['1a', '1c']);
  });

  it('go on if their client goes after they have begun', async () => {
    const { begin, end, untilBegun } = operations();
    const request = newRequest();
    const running = begin(ONE, '1a', request);
    await untilBegun('1a');
    request.raw.socket.emit('close');
    end('1a');
    await running;
  });
});

it('files that are never taken keep only their own company waiting', async () => {
  const { longFileWork } = createCompanyWork(database);
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  const begun: number[] = [];
  const begin = (companyId: number) =>
    longFileWork(newRequest(), companyId, async () => {
      begun.push(companyId);
      await taken;
    });
  const files = [begin(ONE), begin(ONE), begin(OTHER), begin(THIRD), begin(FOURTH)];
  await until('the others have begun', () => begun.length === 4);
  assert.deepEqual(begun, [ONE, OTHER, THIRD, FOURTH]);
  take();
  await Promise.all(files);
  assert.deepEqual(begun, [ONE, OTHER, THIRD, FOURTH, ONE]);
});
