import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { deleteLog } from '../../../../src/domain/audit/delete-log.ts';
import { OPERATOR, recordChange } from '../../../../src/domain/audit/record-change.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();
const own = await createCompany(sql, OPERATOR, { name: 'Own' });
const other = await createCompany(sql, OPERATOR, { name: 'Other' });

const record = (companyId: number, employeeId: number, details: Record<string, string> = {}) =>
  recordChange(sql, companyId, {
    actor: { type: 'employee', id: employeeId },
    action: 'contract-accepted',
    subject: { type: 'employee', id: employeeId },
    details,
  });

const actions = async (companyId: number): Promise<string[]> => {
  const rows = await sql<{ action: string }[]>`
    select action from audit_log where company_id = ${companyId} order by id`;
  return rows.map(({ action }) => action);
};

/** Writes an entry as it would have been written long ago. */
const recordLongAgo = (companyId: number, at: string) => sql`
  insert into audit_log (company_id, at, actor_type, action, subject_type, subject_id)
  values (${companyId}, ${at}, 'operator', 'company-changed', 'company', ${companyId})`;

test('entries are neither changed nor deleted', async () => {
  await record(own.id, 1);
  const before = await sql`select * from audit_log order by id`;
  for (const statement of [
    "update audit_log set action = 'nothing'",
    'update audit_log set details = details where false',
    'delete from audit_log',
    'truncate audit_log',
  ])
    await assert.rejects(sql.unsafe(statement), { code: '42501' }, statement);
  assert.deepEqual(await sql`select * from audit_log order by id`, before);
});

test('old entries of one company are deleted, and the log says so', async () => {
  for (const { id } of [own, other])
    for (const at of ['2020-01-01', '2020-06-01']) await recordLongAgo(id, at);
  const before = await actions(own.id);
  const untouched = await actions(other.id);
  const deleted = await sql.begin((tx) => deleteLog(tx, own.id, OPERATOR, new Date('2020-06-01T00:00:00Z')));
  assert.equal(deleted, 1);
  const expected = before.toSpliced(before.indexOf('company-changed'), 1);
  assert.deepEqual(await actions(own.id), [...expected, 'audit-log-deleted']);
  assert.deepEqual(await actions(other.id), untouched);
  const [entry] = await sql<{ details: object }[]>`
    select details from audit_log where action = 'audit-log-deleted'`;
  assert.deepEqual(entry?.details, { before: '2020-06-01T00:00:00.000Z', entries: 1 });
});

test('entries of the last year stay, whoever asks', async () => {
  const before = await actions(own.id);
  const recent = new Date(Date.now() - 364 * 24 * 60 * 60 * 1000);
  await assert.rejects(
    sql.begin((tx) => deleteLog(tx, own.id, OPERATOR, recent)),
    /last year stay/,
  );
  await assert.rejects(sql`select delete_audit_log(${own.id}, now())`, { code: '42501' });
  assert.deepEqual(await actions(own.id), before);
});

test('erasing a person removes address, browser and text digest from their entries, and closes the log again', async () => {
  await record(own.id, 7, {
    address: '192.0.2.1',
    browser: 'Firefox',
    textDigest: 'ab',
    reason: 'plan-change',
  });
  await record(own.id, 8, { address: '192.0.2.2' });
  await sql.begin(async (tx) => {
    await tx`select erase_from_audit_log(${own.id}, 7)`;
    await tx
      .savepoint(async (inner) => {
        await assert.rejects(inner`delete from audit_log`, { code: '42501' });
        throw new Error('roll back');
      })
      .catch((error) => assert.equal(error.message, 'roll back'));
  });
  const details = await sql<{ details: object }[]>`
    select details from audit_log where company_id = ${own.id} and actor_id in (7, 8) order by actor_id`;
  assert.deepEqual(
    details.map((row) => row.details),
    [{ reason: 'plan-change' }, { address: '192.0.2.2' }],
  );
});

test('a role that does not own the table cannot open the log, and the functions still work for it', async () => {
  const role = `service_${randomBytes(6).toString('hex')}`;
  await sql
    .begin(async (tx) => {
      // As docs/operating.md says; here the service is the role that gets the rights.
      await tx.unsafe(`create role ${role}`);
      await tx.unsafe(`grant select, insert on audit_log to ${role}; grant select on companies to ${role}`);
      await tx.unsafe(`grant execute on function delete_audit_log, erase_from_audit_log to ${role}`);
      await tx.unsafe(`set local role ${role}`);
      await tx`select set_config('transit.audit_log', 'open', true)`;
      for (const statement of [
        'update audit_log set at = now()',
        'delete from audit_log',
        'truncate audit_log',
      ])
        await assert.rejects(
          tx.savepoint((inner) => inner.unsafe(statement)),
          { code: '42501', message: /permission denied/ },
        );
      await tx`select erase_from_audit_log(${own.id}, 8)`;
      const [row] = await tx<
        { deleted: number }[]
      >`select delete_audit_log(${own.id}, '2021-01-01') as deleted`;
      assert.equal(row?.deleted, 1);
      throw new Error('roll back');
    })
    .catch((error) => assert.equal(error.message, 'roll back'));
});
