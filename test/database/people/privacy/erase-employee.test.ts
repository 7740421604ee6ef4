import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { createEmployee } from '../../../../src/people/employees/create-employee.ts';
import { eraseEmployee } from '../../../../src/people/privacy/erase-employee.ts';
import type { Pool } from '../../../../src/platform/db/types.ts';
import { contractLink } from '../../../../src/tickets/contracts/contract-links.ts';
import { type ContractTerms, offerText } from '../../../../src/tickets/subscriptions/contract-text.ts';
import { enrol } from '../../support/actions.ts';
import {
  addChangeOfTwin,
  addRunAbout,
  CANARY,
  createLeaver,
  errorsAbout,
  problemsAbout,
} from '../../support/leaver.ts';
import { createTestCompany, createTestService } from '../../support/service.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const service = await createTestService();
const { sql } = service.database;
/** A database with only the person to erase, so that a search finds no other data. */
const onlyThisPerson = await createTestDatabase();

const erase = (companyId: number, employeeId: number, at = sql) =>
  at.begin((tx) => eraseEmployee(tx, companyId, employeeId, OPERATOR));

/** Creates a person who left at the end of June 2026 and whose six months of retention are over. */
async function createErasable(at = sql) {
  const leaver = await createLeaver(at);
  await leaver.leave();
  await leaver.move('2027-01-01');
  return leaver;
}

interface Find {
  table: string;
  column: string;
  text: string;
}

/** Searches all columns of all tables, as text. */
async function findAnywhere(at: Pool, texts: readonly string[]): Promise<Find[]> {
  const columns = await at<{ table: string; column: string }[]>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`;
  assert.ok(columns.length > 100, 'the search covers the schema');
  const found: Find[] = [];
  for (const { table, column } of columns)
    for (const text of texts) {
      // Also searches the hexadecimal form, which the text of bytea columns has.
      const [hit] = await at`
        select from ${at(table)} t
        where position(lower(${text}) in lower(t.${at(column)}::text)) > 0
          or position(encode(convert_to(${text}, 'utf8'), 'hex') in t.${at(column)}::text) > 0
        limit 1`;
      if (hit) found.push({ table, column, text });
    }
  return found;
}

const TRACES = [
  CANARY.firstName,
  CANARY.lastName,
  'Zwolfender',
  'zwoelfender',
  'canary.example',
  CANARY.hrId,
  CANARY.personnelNumber,
  CANARY.dateOfBirth,
];

describe('erasure', () => {
  it('leaves no trace of the person in any column of any table', async () => {
    const { companyId, employeeId } = await createErasable(onlyThisPerson.sql);
    const places = new Set((await findAnywhere(onlyThisPerson.sql, TRACES)).map(({ table }) => table));
    const everywhere = [
      'charges',
      'contract_offers',
      'document_chunks',
      'documents',
      'employees',
      'hr_links',
      'possible_duplicates',
      'roster_entries',
      'roster_uploads',
      'sync_attempts',
      'sync_changes',
      'sync_runs',
      'waiting_entries',
    ];
    assert.deepEqual([...places].sort(), everywhere, 'the search finds the person before');
    await onlyThisPerson.sql`update hr_integrations set entry_hashes = '{1}'`;
    assert.equal((await erase(companyId, employeeId, onlyThisPerson.sql)).erased, true);
    assert.deepEqual(await findAnywhere(onlyThisPerson.sql, TRACES), []);
    const hashes = await onlyThisPerson.sql`select from hr_integrations where entry_hashes is not null`;
    assert.equal(hashes.length, 0, 'a hash would confirm a guess');
  });

  it('takes the personnel number out of the problems of runs, and leaves all else of them', async () => {
    const { companyId, employeeId } = await createErasable();
    const problems = async () =>
      (await sql`select problems from sync_runs where company_id = ${companyId}`).map(
        (row) => row['problems'],
      );
    assert.deepEqual(await problems(), [problemsAbout(CANARY.hrId)]);
    await erase(companyId, employeeId);
    assert.deepEqual(await problems(), [problemsAbout(undefined)]);
  });

  it('takes the personnel number out of refused rosters', async () => {
    const { companyId, employeeId } = await createErasable();
    const errors = async () =>
      (await sql`select errors from sync_attempts where company_id = ${companyId}`).map(
        (row) => row['errors'],
      );
    assert.deepEqual(await errors(), [errorsAbout(CANARY.hrId)]);
    await erase(companyId, employeeId);
    assert.deepEqual(await errors(), [errorsAbout(undefined)]);
  });

  it('removes the pairs of the person from the possible duplicates, and keeps those of other people', async () => {
    const { companyId, employeeId, integrationId } = await createErasable();
    const pairs = async () =>
      (
        await sql<{ first: string; other: string }[]>`
          select first_hr_id as first, hr_id as other from possible_duplicates where company_id = ${companyId} order by id`
      ).map(({ first, other }) => [first, other]);
    assert.equal((await pairs()).length, 3);
    // The number has been given to somebody else since.
    await sql`
      insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, first_seen_on, ended_at)
      select company_id, ${employeeId}, ${integrationId}, 'hr-integration', 'others', '2020-01-01', '2026-03-10', ended_at
      from hr_links where company_id = ${companyId} limit 1`;
    const heir = await sql.begin((tx) =>
      createEmployee(tx, companyId, OPERATOR, { ...CANARY, email: 'heir@example.com', firstName: 'Hera' }),
    );
    await sql`
      insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, first_seen_on)
      values (${companyId}, ${heir}, ${integrationId}, 'hr-integration', 'others', '2026-01-01', '2026-03-10')`;
    await erase(companyId, employeeId);
    assert.deepEqual(await pairs(), [['others', 'of others']]);
  });

  it('keeps tickets and receipts for the statistics, without a name', async () => {
    const { companyId, employeeId } = await createErasable();
    const counts = async () =>
      (
        await sql`
          select (select count(*) from tickets
            where company_id = ${companyId} and employee_id = ${employeeId}) as tickets,
            (select count(*) from documents where company_id = ${companyId} and kind = 'receipt') as receipts,
            (select count(*) from charges where company_id = ${companyId}) as charges,
            (select sum(c.employee_cents) from documents d
              join charges c on c.company_id = d.company_id and c.id = d.charge_id
              where d.company_id = ${companyId}) as cents`
      )[0];
    const before = { ...(await counts()) };
    assert.deepEqual(before, { tickets: 2, receipts: 2, charges: 2, cents: before['cents'] });
    await erase(companyId, employeeId);
    assert.deepEqual({ ...(await counts()) }, before);
    const [receipt] = await sql`select receipt from documents where company_id = ${companyId} limit 1`;
    assert.deepEqual(
      [receipt?.['receipt'].firstName, receipt?.['receipt'].lastName, receipt?.['receipt'].companyName],
      ['Erased', String(employeeId), 'Beispiel GmbH'],
    );
  });

  it('keeps charges without the person', async () => {
    const { companyId, employeeId } = await createErasable();
    const people = () => sql`select distinct employee_id from charges where company_id = ${companyId}`;
    assert.deepEqual(
      (await people()).map((row) => row['employee_id']),
      [employeeId],
    );
    await erase(companyId, employeeId);
    assert.deepEqual(
      (await people()).map((row) => row['employee_id']),
      [null],
    );
  });

  it('deletes files and contracts', async () => {
    const { companyId, employeeId } = await createErasable();
    await erase(companyId, employeeId);
    const kinds = await sql`select distinct kind from documents where company_id = ${companyId}`;
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['receipt'],
    );
    assert.equal((await sql`select from document_chunks where company_id = ${companyId}`).length, 0);
  });

  it('leaves a record that the API shows and that no search for the person finds', async () => {
    const { companyId, employeeId } = await createErasable();
    const { get, company } = await createTestCompany(service);
    await sql`update api_keys set company_id = ${companyId} where company_id = ${company.id}`;
    const total = async (query: string) => (await get(`/employees?${query}`)).json().data.total;
    const queries = [
      'search=quintessa',
      `search=${encodeURIComponent('Zwölfender')}`,
      `emails=${CANARY.email}`,
      `hrIds=${CANARY.hrId}`,
      `search=${CANARY.hrId}`,
    ];
    for (const query of queries) assert.equal(await total(query), 1, query);
    await erase(companyId, employeeId);
    for (const query of queries) assert.equal(await total(query), 0, query);
    const { data } = (await get(`/employees/${employeeId}`)).json();
    assert.deepEqual(
      [data.firstName, data.lastName, data.email, data.dateOfBirth, data.profileImage],
      ['Erased', String(employeeId), `erased-${employeeId}@invalid.example`, '1900-01-01', null],
    );
    const documents = (await get(`/employees/${employeeId}/documents`)).json().data;
    assert.equal(documents.total, 2);
  });

  it('leaves no digest of the contract: it would confirm a guess at the name', async () => {
    const { companyId, employeeId } = await createErasable();
    const digestOf = async (): Promise<Buffer> => {
      const [offer] = await sql`
        select text_digest from contract_offers
          where company_id = ${companyId} and employee_id = ${employeeId}`;
      return offer?.['text_digest'];
    };
    const [offer] = await sql<{ terms: ContractTerms }[]>`
      select terms from contract_offers where company_id = ${companyId} and employee_id = ${employeeId}`;
    assert(offer);
    const guessed = offerText(offer.terms).textDigest;
    assert.deepEqual(await digestOf(), guessed, 'the right guess is confirmed before');
    await erase(companyId, employeeId);
    assert.notDeepEqual(await digestOf(), guessed);
  });

  it('makes an open contract page unavailable', async () => {
    const { companyId, employeeId, offerId } = await createErasable();
    // Links lapse by the business date: the contract is offered late enough for its page to be open.
    await sql`update contract_offers set offered_on = '2026-12-01' where id = ${offerId}`;
    const link = contractLink('', ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U'])(
      { companyId, id: offerId, linkVersion: 1 },
      'shown',
    );
    assert.equal((await service.app.inject(link)).statusCode, 200);
    await erase(companyId, employeeId);
    assert.equal((await service.app.inject(link)).statusCode, 404);
  });

  it('can be requested twice', async () => {
    const { companyId, employeeId } = await createErasable();
    assert.equal((await erase(companyId, employeeId)).erased, true);
    const state = () => sql`select to_jsonb(e) as row from employees e where id = ${employeeId}`;
    const before = (await state())[0]?.['row'];
    assert.deepEqual(await erase(companyId, employeeId), { erased: false, documentsDeleted: 0 });
    assert.deepEqual((await state())[0]?.['row'], before);
  });

  it('is recorded in the audit log, and earlier rows stay', async () => {
    const { companyId, employeeId } = await createErasable();
    await erase(companyId, employeeId);
    const rows = await sql<{ action: string }[]>`
      select action from audit_log where company_id = ${companyId} and subject_type = 'employee'
        and subject_id = ${employeeId} order by id`;
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['employee-created', 'subscription-ordered', 'employee-erased'],
    );
  });

  it('is refused while there is a subscription, a link, or a roster that names the person', async () => {
    const { companyId, employeeId, integrationId, leave, move } = await createLeaver(sql);
    await assert.rejects(erase(companyId, employeeId), /a subscription that has not ended/);
    await sql`update employees set term_end_person = '2026-06-15' where id = ${employeeId}`;
    await assert.rejects(erase(companyId, employeeId), /still linked/);
    await leave();
    await move('2027-06-01');
    await addRunAbout(sql, { companyId, employeeId, integrationId, status: 'queued' });
    await assert.rejects(erase(companyId, employeeId), /a roster that names this person/);
    await sql`update sync_runs set status = 'failed', finished_at = now() where company_id = ${companyId}`;
    await sql`update roster_uploads set lease_until = now() where company_id = ${companyId}`;
    assert.equal((await erase(companyId, employeeId)).erased, true);
  });

  it('is refused until the retention is over, and the refusal states the date', async () => {
    const { companyId, employeeId, leave, move } = await createLeaver(sql);
    await leave();
    // The June ticket is issued, so the term ends with June, later than the link.
    await move('2026-12-31');
    await assert.rejects(erase(companyId, employeeId), { code: 'conflict', message: /from 2027-01-01 on/ });
    await move('2027-01-01');
    assert.equal((await erase(companyId, employeeId)).erased, true);
  });

  it('counts the retention from the end of the last link if that is later', async () => {
    const { companyId, employeeId, leave, move } = await createLeaver(sql);
    await leave();
    await sql`update hr_links set ended_at = '2026-07-31T23:30:00Z' where employee_id = ${employeeId}`;
    await move('2027-01-31');
    // In Berlin it was already the first of August.
    await assert.rejects(erase(companyId, employeeId), /from 2027-02-01 on/);
  });

  it('follows the retention setting of the company, which has an upper limit', async () => {
    const { companyId, employeeId, leave, move } = await createLeaver(sql);
    await leave();
    await move('2026-07-01');
    await assert.rejects(erase(companyId, employeeId), /from 2027-01-01 on/);
    await sql.begin((tx) => setCompany(tx, companyId, OPERATOR, { retentionMonths: 0 }));
    assert.equal((await erase(companyId, employeeId)).erased, true);
    await assert.rejects(
      sql.begin((tx) => setCompany(tx, companyId, OPERATOR, { retentionMonths: 1_201 })),
      { code: 'invalid-values' },
    );
  });

  it('does not change any other person, also not of the same name or in another company', async () => {
    const mine = await createErasable();
    const other = await createErasable();
    await erase(mine.companyId, mine.employeeId);
    const [row] = await sql`select first_name, erased_at from employees where id = ${other.employeeId}`;
    assert.deepEqual({ ...row }, { first_name: CANARY.firstName, erased_at: null });
    const [link] = await sql`select hr_id from hr_links where employee_id = ${other.employeeId}`;
    assert.equal(link?.['hr_id'], CANARY.hrId);
    await assert.rejects(erase(mine.companyId, other.employeeId), { code: 'not-found' });
    await erase(other.companyId, other.employeeId);
  });

  it('prevents any further order for the person', async () => {
    const { companyId, employeeId } = await createErasable();
    await erase(companyId, employeeId);
    await assert.rejects(
      sql.begin((tx) => enrol(tx, companyId, employeeId, OPERATOR)),
      { code: 'transition-refused' },
    );
  });
});

it('the change of a twin, who has the same address and birth date, stays as it was', async () => {
  const { companyId, employeeId } = await createErasable();
  await addChangeOfTwin(sql, companyId);
  const twins = () => sql`
    select hr_id, entry, listed_before from sync_changes
    where company_id = ${companyId} and hr_id = 'number of the twin'`;
  const before = [...(await twins())];
  assert.equal(before.length, 1);
  await erase(companyId, employeeId);
  assert.deepEqual([...(await twins())], before);
});
