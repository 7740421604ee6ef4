import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readyStatement } from '../../../../src/platform/db/ready-statement.ts';
import type { Sql } from '../../../../src/platform/db/types.ts';
import { createTestService } from '../../support/service.ts';

const { sql } = (await createTestService()).database;

test('a ready statement is built once, and has the values of each call wherever they stand', async () => {
  let built = 0;
  const atLeast = (connection: Sql, least: number) => connection`n >= ${least}::int and n < ${4}::int`;
  const numbersOf = readyStatement((connection: Sql, numbers: readonly number[], least: number) => {
    built += 1;
    const column = connection.unsafe('n');
    return connection`
      select ${column}, ${least}::int as least from unnest(${numbers}::int[]) n where ${atLeast(connection, least)}`;
  });
  assert.deepEqual(
    [...(await numbersOf(sql, [1, 2, 3, 4], 2))],
    [
      { n: 2, least: 2 },
      { n: 3, least: 2 },
    ],
  );
  assert.deepEqual([...(await numbersOf(sql, [3, 5], 1))], [{ n: 3, least: 1 }]);
  assert.equal(built, 1);
});

test('a ready statement refuses to be made by another connection than the one it is given', async () => {
  const wrong = readyStatement((_connection: Sql, number: number) => sql`select ${number}::int`);
  await assert.rejects(wrong(sql, 1), /another connection/);
});
