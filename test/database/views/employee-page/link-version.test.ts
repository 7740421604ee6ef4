import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { selectConflicts } from '../../../../src/rosters/decide/conflicts-sql.ts';
import { type Resolution, resolveConflict } from '../../../../src/rosters/decide/resolve-conflict.ts';
import { createTestService } from '../../support/service.ts';
import { createSyncingCompany, entry } from '../../support/syncing-company.ts';

const service = await createTestService();
const { sql } = service.database;

async function versions(companyId: number): Promise<number[]> {
  const rows = await sql<{ version: number }[]>`
    select link_version as version from employees where company_id = ${companyId} order by id`;
  return rows.map(({ version }) => version);
}

describe('the version of the links to a page', () => {
  it('is 1 for newcomers and rises with another e-mail address, not with another spelling or other fields', async () => {
    const { companyId, sync } = await createSyncingCompany(service);
    const ada = { email: 'ada@example.com' };
    await sync([entry('A', ada), entry('B')]);
    assert.deepEqual(await versions(companyId), [1, 1]);
    await sync([entry('A', { ...ada, lastName: 'King', dateOfBirth: '1991-01-01' }), entry('B')]);
    assert.deepEqual(await versions(companyId), [1, 1]);
    await sync([
      entry('A', { email: ' ADA@Example.com', lastName: 'King', dateOfBirth: '1991-01-01' }),
      entry('B'),
    ]);
    assert.deepEqual(await versions(companyId), [1, 1]);
    await sync([
      entry('A', { email: 'ada.king@example.com', lastName: 'King', dateOfBirth: '1991-01-01' }),
      entry('B'),
    ]);
    assert.deepEqual(await versions(companyId), [2, 1]);
    await sync([entry('B')]);
    await sync([
      entry('A', { email: 'ada.king@example.com', lastName: 'King', dateOfBirth: '1991-01-01' }),
      entry('B'),
    ]);
    assert.deepEqual(await versions(companyId), [2, 1], 'leaving and returning changes no address');
  });

  it('rises together with a note who changed the address: the roster of a run, or a user', async () => {
    const { companyId, sync } = await createSyncingCompany(service);
    const changedBy = async () =>
      (
        await sql`
          select email_changed_by_type as type, email_changed_by_id as id, email_changed_at is not null as at
          from employees where company_id = ${companyId} order by id`
      ).map(({ type, id, at }) => [type, id, at]);
    await sync([entry('A', { email: 'ada@example.com' })]);
    await sync([entry('A', { email: 'ADA@example.com', lastName: 'King' })]);
    assert.deepEqual(await changedBy(), [[null, null, false]], 'neither the first address nor a spelling');
    await sync([entry('A', { email: 'ada.king@example.com', lastName: 'King' })]);
    const [run] = await sql<{ id: number }[]>`
      select max(id) as id from sync_runs where company_id = ${companyId}`;
    assert.deepEqual(await changedBy(), [['sync', run?.id, true]]);
    await sync([entry('A', { email: 'ada.king@example.com', lastName: 'Lovelace' })]);
    assert.deepEqual(await changedBy(), [['sync', run?.id, true]], 'another name changes no address');
    await sync([entry('A', { firstName: 'Zoe', email: 'zoe@example.com', dateOfBirth: '1999-09-09' })]);
    const [conflict] = await selectConflicts(sql, companyId);
    await sql.begin((tx) =>
      resolveConflict(tx, companyId, { id: conflict?.id ?? 0 }, OPERATOR, 'same-person'),
    );
    assert.deepEqual(await changedBy(), [['operator', null, true]]);
  });

  for (const [resolution, expected] of [
    // The entry also has another e-mail address.
    ['same-person', [3]],
    ['new-person', [2, 1]],
  ] as const)
    it(`rises when a conflict is decided: ${resolution}`, async () => {
      const { companyId, sync } = await createSyncingCompany(service);
      await sync([entry('A')]);
      await sync([entry('A', { firstName: 'Zoe', email: 'zoe@example.com', dateOfBirth: '1999-09-09' })]);
      assert.deepEqual(await versions(companyId), [1], 'the conflict itself changes nothing');
      const [conflict] = await selectConflicts(sql, companyId);
      await sql.begin((tx) =>
        resolveConflict(tx, companyId, { id: conflict?.id ?? 0 }, OPERATOR, resolution satisfies Resolution),
      );
      assert.deepEqual(await versions(companyId), expected);
    });
});
