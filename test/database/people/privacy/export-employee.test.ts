import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { exportEmployee } from '../../../../src/people/privacy/export-employee.ts';
import { PERSONAL_TABLES } from '../../../../src/people/privacy/export-sql.ts';
import { WORKING_TABLES } from '../../../../src/rosters/plan/working-tables.ts';
import { CANARY, createLeaver, errorsAbout, problemsAbout } from '../../support/leaver.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();
const person = await createLeaver(sql);
const { companyId, employeeId } = person;

describe('the export of a person', () => {
  it('contains pending decisions: a held end, and a conflict about a personnel number of the person', async () => {
    await sql`
      with link as (
        select l.*, c.run_id from hr_links l
          join sync_changes c on c.company_id = l.company_id and c.employee_id = l.employee_id
        where l.company_id = ${companyId} and l.employee_id = ${employeeId} and l.hr_id is not null limit 1
      ), held as (
        insert into sync_held_ends (company_id, run_id, link_id, termination_date)
        select company_id, run_id, id, '2026-12-31' from link
      )
      insert into sync_conflicts (company_id, integration_id, hr_id, link_id, run_id, entry)
      select company_id, integration_id, hr_id, id, run_id, '{"first_name": "Other"}' from link`;
    const { heldEnds, conflicts } = await exportEmployee(sql, companyId, employeeId, OPERATOR);
    assert.equal(heldEnds[0]?.['terminationDate'], '2026-12-31');
    assert.deepEqual(conflicts[0]?.['entry'], { first_name: 'Other' });
  });

  it('contains all stored data of the person', async () => {
    const exported = await exportEmployee(sql, companyId, employeeId, OPERATOR);
    const { employee, hrLinks, contractOffers, tickets, documents, syncChanges, stagedEntries, auditLog } =
      exported;
    assert.deepEqual(
      [employee['firstName'], employee['lastName'], employee['email'], employee['dateOfBirth']],
      [CANARY.firstName, CANARY.lastName, CANARY.email, CANARY.dateOfBirth],
    );
    assert.equal(employee['termStart'], '2026-04-01');
    assert.equal(hrLinks[0]?.['hrId'], CANARY.hrId);
    assert.match(JSON.stringify(hrLinks[0]?.['absences']), /"type":"parental"/);
    assert.ok(JSON.stringify(contractOffers[0]?.['terms']).includes(CANARY.lastName));
    assert.equal(tickets.length, 2);
    assert.deepEqual(
      exported.charges.map(({ month, employeeCents }) => [month, employeeCents]),
      tickets.map(({ month }) => [month, 6_300 - 315 - 2_000]),
    );
    const upload = documents.find(({ kind }) => kind === 'upload');
    assert.deepEqual(upload?.content, person.upload);
    assert.equal(documents.filter(({ kind }) => kind === 'receipt').length, 2);
    assert.equal(syncChanges.length, 1);
    assert.equal(stagedEntries[0]?.['email'], CANARY.email);
    assert.deepEqual(
      exported.invalidEntries.map(({ error }) => error),
      [problemsAbout(CANARY.hrId)[3]?.errors?.[0]],
    );
    assert.deepEqual(
      exported.rosterProblems.map(({ code, pointer }) => [code, pointer]),
      [
        ['email-used-twice', '/employees/0'],
        ['invalid-entry', '/employees/0'],
      ],
    );
    assert.deepEqual(
      exported.refusedEntries.map(({ error }) => error),
      [errorsAbout(CANARY.hrId)[0]],
    );
    assert.deepEqual(
      exported.possibleDuplicates.map(({ firstHrId, hrId, decision }) => [firstHrId, hrId, decision]),
      [
        [CANARY.hrId, 'open', null],
        ['decided', CANARY.hrId, 'two-people'],
      ],
    );
    assert.deepEqual(
      exported.waitingEntries.map(({ hrId, decision }) => [hrId, decision]),
      [[CANARY.hrId, 'same-person']],
    );
    const actions = auditLog.map(({ action }) => action);
    for (const action of [
      'employee-created',
      'subscription-ordered',
      'contract-accepted',
      'document-uploaded',
    ])
      assert.ok(actions.includes(action), action);
  });

  it('covers every table that names an employee, but for those that are empty between two syncs', async () => {
    const tables = await sql<{ name: string }[]>`
      select c.table_name as name from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'employee_id'
        and c.table_name <> all(${[...WORKING_TABLES]})`;
    assert.deepEqual(tables.map(({ name }) => name).sort(), Object.keys(PERSONAL_TABLES).sort());
  });

  it('is one JSON value', async () => {
    const exported = await exportEmployee(sql, companyId, employeeId, OPERATOR);
    const read = JSON.parse(JSON.stringify(exported));
    assert.equal(read.employee.dateOfBirth, CANARY.dateOfBirth);
    assert.equal(read.employeeId, employeeId);
  });

  it('contains no data of other people', async () => {
    const other = await createLeaver(sql);
    const exported = await exportEmployee(sql, companyId, employeeId, OPERATOR);
    for (const rows of [exported.tickets, exported.documents, exported.hrLinks, exported.contractOffers])
      for (const row of rows) assert.equal(row['employeeId'], employeeId);
    await assert.rejects(exportEmployee(sql, companyId, other.employeeId, OPERATOR), { code: 'not-found' });
  });

  it('is recorded in the audit log', async () => {
    const count = async () =>
      (await sql`select from audit_log where action = 'employee-exported' and subject_id = ${employeeId}`)
        .length;
    const before = await count();
    await exportEmployee(sql, companyId, employeeId, OPERATOR);
    assert.equal(await count(), before + 1);
  });
});
