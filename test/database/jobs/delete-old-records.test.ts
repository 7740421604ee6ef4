import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteOldRecords } from '../../../src/jobs/delete-old-records.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { PERIODS } from '../../../src/platform/config/retention.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { timePasses } from '../support/time-passes.ts';

const service = await createTestService();
const { sql } = service.database;

const { retention } = readConfig({
  KEEP_ATTEMPTS_DAYS: '10',
  KEEP_SYNC_CHANGES_DAYS: '30',
  KEEP_AUDIT_LOG_DAYS: '400',
});

async function deleteOld(): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  const info = (values: object) => {
    const { kept, deleted: rows } = values as { kept: string; deleted: number };
    deleted[kept] = rows;
  };
  const log = { info, error: assert.fail };
  await deleteOldRecords(retention)({ sql, log, signal: new AbortController().signal });
  return deleted;
}

test('every period has a variable, which cannot be shorter than is safe', () => {
  for (const [kept, { variable, days, minDays }] of Object.entries(PERIODS)) {
    const read = (value: number) => readConfig({ [variable]: String(value) }).retention;
    assert.deepEqual(read(minDays), { ...readConfig({}).retention, [kept]: minDays });
    assert.throws(() => read(minDays - 1), {
      code: 'invalid-configuration',
      message: new RegExp(variable),
    });
    assert.ok(days >= minDays);
  }
});

test('nothing young is deleted', async () => {
  const company = await createSyncingCompany(service);
  await company.sync([entry('1')]);
  assert.deepEqual(await deleteOld(), {});
});

test('the people of an old sync are deleted; the sync stays with its counts, and cannot be restored', async () => {
  const company = await createSyncingCompany(service);
  const people = [entry('1'), entry('2')];
  await company.sync(people, { syncId: 'old' });
  await company.sync(people.slice(1), { syncId: 'new' });
  const times = { sync_runs: ['finished_at', 'accepted_at'] };
  await timePasses(sql, company.companyId, '31 days', times, "sync_id = 'old'");
  assert.deepEqual(await deleteOld(), { syncChanges: 2 });
  const left = await sql<{ syncId: string; added: number; isKept: boolean; changes: number }[]>`
    select sync_id as "syncId", (counts->>'added')::int as added, keeps_listings as "isKept",
      (select count(*)::int from sync_changes c where c.company_id = r.company_id and c.run_id = r.id) as changes
    from sync_runs r where company_id = ${company.companyId} order by id`;
  assert.deepEqual(
    left.map((row) => ({ ...row })),
    [
      { syncId: 'old', added: 2, isKept: false, changes: 0 },
      { syncId: 'new', added: 0, isKept: true, changes: 1 },
    ],
  );
});

test('old attempts are deleted by the time of their latest refusal', async () => {
  const company = await createSyncingCompany(service);
  for (const code of ['first', 'second'])
    assert.equal((await company.submit([entry('1', { email: code })], { syncId: code })).statusCode, 422);
  await timePasses(sql, company.companyId, '11 days', { sync_attempts: ['created_at', 'updated_at'] });
  const rows = await sql`select from sync_attempts where company_id = ${company.companyId}`;
  assert.ok(rows.length > 0);
  assert.deepEqual(await deleteOld(), { attempts: rows.length });
});

test('the audit log loses whole months, and says so', async () => {
  const { companyId } = await createSyncingCompany(service);
  const write = (days: number) => sql`
    insert into audit_log (company_id, id, at, actor_type, action, subject_type, subject_id)
    overriding system value
    values (${companyId}, ${-days}, now() - make_interval(days => ${days}), 'operator', 'company-changed', 'company', ${companyId})`;
  for (const days of [3000, 500, 432, 400, 300]) await write(days);
  assert.deepEqual(await deleteOld(), { auditLog: 3 });
  const entries = await sql<{ action: string; actor: string }[]>`
    select action, actor_type as actor from audit_log
    where company_id = ${companyId} and action in ('company-changed', 'audit-log-deleted') and actor_type in ('operator', 'system')
    order by id`;
  assert.deepEqual({ ...entries.at(-1) }, { action: 'audit-log-deleted', actor: 'system' });
  const [{ oldest } = { oldest: 0 }] = await sql<{ oldest: number }[]>`
    select extract(day from now() - min(at))::int as oldest from audit_log where company_id = ${companyId}`;
  assert.equal(oldest, 400);
  assert.deepEqual(await deleteOld(), {}, 'a second time there is nothing to delete');
});
