import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERMISSIONS } from '../../../src/company/api-keys/permissions.ts';
import { moveClock } from '../../../src/company/companies/move-clock.ts';
import { selectIntegrations } from '../../../src/company/integrations/integrations-sql.ts';
import { watchIntegrations } from '../../../src/company/integrations/watch-integrations.ts';
import { createDemo } from '../../../src/demo/create-demo.ts';
import { WHOLE_COMPANY } from '../../../src/domain/access/scope.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { numberEvents } from '../../../src/domain/events/number-events.ts';
import { readEvents } from '../../../src/domain/events/read-events.ts';
import { PLAN_TYPES } from '../../../src/domain/plans/plan-types.ts';
import type { Employee } from '../../../src/people/employees/employee.ts';
import { selectEmployees } from '../../../src/people/employees/employees-sql.ts';
import type { Sql } from '../../../src/platform/db/types.ts';
import { verifyPassword } from '../../../src/platform/password.ts';
import { WORKING_TABLES } from '../../../src/rosters/plan/working-tables.ts';
import { selectDocuments } from '../../../src/tickets/documents/documents-sql.ts';
import type { FileType } from '../../../src/tickets/documents/file-types.ts';
import { createDownloads } from '../../../src/tickets/documents/open-download.ts';
import type { Receipt } from '../../../src/tickets/documents/receipt.ts';
import { contractTextOf, type OfferedText } from '../../../src/tickets/subscriptions/contract-text.ts';
import {
  CONTRACT_STATUSES,
  SUBSCRIPTION_STATUSES,
} from '../../../src/tickets/subscriptions/subscription-statuses.ts';
import { textOf } from '../../pure/support/pdf.ts';
import { createDemoDatabase } from '../support/demo.ts';
import { readerOf, testPdfMaker } from '../support/download.ts';
import { timePasses } from '../support/time-passes.ts';

/** For tests that only read. */
const { database, demo: sharedDemo } = await createDemoDatabase();
const { sql } = database;
const openDownload = createDownloads(database, testPdfMaker());

async function readEmployees(sql: Sql, companyId: number): Promise<Employee[]> {
  const ids = (
    await sql<{ id: number }[]>`select id from employees where company_id = ${companyId} order by id`
  ).map(({ id }) => id);
  const found = await selectEmployees(sql, companyId, ids);
  return found.sort((one, other) => one.id - other.id);
}

interface Entitlement {
  employeeId: number;
  start: string;
  end: string | null;
  pauses: string;
}

/** Computes the months of tickets from the facts, without the rules of the service. */
async function entitledMonths(sql: Sql, companyId: number, today: string): Promise<string[]> {
  const terms = await sql<Entitlement[]>`
    select id as "employeeId", term_start as start,
      least(term_end_hr, term_end_person, term_end_contract) as end,
      (pauses_hr + pauses_person)::text as pauses
    from employees where company_id = ${companyId} and term_start is not null
    union all
    select employee_id, start_on, least(end_hr, end_person, end_contract), (pauses_hr + pauses_person)::text
    from past_terms where company_id = ${companyId}`;
  return terms
    .flatMap(({ employeeId, start, end, pauses }) =>
      firstsBetween(start, today)
        .filter((month) => (end === null || month < end) && !isPaused(pauses, month))
        .map((month) => `${employeeId} ${month}`),
    )
    .sort();
}

function isPaused(pauses: string, day: string): boolean {
  return [...pauses.matchAll(/\[([\d-]+),([\d-]*)\)/g)].some(
    ([, from = '', until = '']) => from <= day && (until === '' || day < until),
  );
}

function addDay(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** Returns every day, so that the tests need no rules about months. */
function* days(from: string, until: string): Generator<string> {
  for (let day = from; day <= until; day = addDay(day)) yield day;
}

const firstsBetween = (from: string, until: string) =>
  [...days(from, until)].filter((day) => day.endsWith('-01'));

function nextFirst(date: string): string {
  let day = addDay(date);
  while (!day.endsWith('-01')) day = addDay(day);
  return day;
}

interface AbsenceItem {
  type: string;
  startDate: string;
  endDate: string | null;
  status: string;
}

/** Returns the months up to the horizon whose days are all covered by pausing absences. */
function monthsCoveredWhole(absences: AbsenceItem[], horizon: string): string[] {
  const covered = new Set<string>();
  for (const { type, startDate, endDate, status } of absences) {
    if (status !== 'approved' || type === 'vacation') continue;
    const absent = [...days(startDate, endDate ?? addDay(horizon.replace('-01-01', '-01-31')))];
    for (const day of absent.slice(type === 'sick-leave' ? 42 : 0)) covered.add(day);
  }
  return [...Map.groupBy(covered, (day) => day.slice(0, 7))]
    .map(([month, theirs]) => ({ first: `${month}-01`, days: theirs.length }))
    .filter(({ first, days: count }) => count === [...days(first, nextFirst(first))].length - 1)
    .map(({ first }) => first)
    .sort();
}

/** The first of a month and of a year, after which prices have risen; a leap day; and days that browser tests use, too. */
const DAYS = ['2026-01-01', '2026-03-16', '2028-02-29'];

for (const today of DAYS)
  describe(`the demo company on ${today}`, async () => {
    const { database, demo } = await createDemoDatabase(today);
    const { sql } = database;
    const companyId = demo.company.id;
    const employees = await readEmployees(sql, companyId);
    const count = <Value>(value: Value, of: (employee: Employee) => Value) =>
      employees.filter((employee) => of(employee) === value).length;

    test('has about sixty people, at least three of every status', () => {
      assert.equal(employees.length, demo.employeeCount);
      assert.ok(employees.length >= 55 && employees.length <= 65, `${employees.length}`);
      for (const status of SUBSCRIPTION_STATUSES)
        assert.ok(count(status, (employee) => employee.status) >= 3, status);
    });

    test('has every plan, contract answer and kind of link', () => {
      for (const plan of PLAN_TYPES) assert.ok(count(plan, ({ planType }) => planType) >= 3, plan);
      for (const status of [...CONTRACT_STATUSES, null])
        assert.ok(count(status, ({ contractStatus }) => contractStatus) >= 3, String(status));
      const kinds = new Set(
        employees.map(({ links }) => [...new Set(links.map(({ type }) => type))].sort().join()),
      );
      assert.deepEqual([...kinds].sort(), ['', 'custom', 'custom,hr-integration', 'hr-integration']);
    });

    test('has tickets for exactly the months people were entitled to', async () => {
      const tickets = await sql<{ ticket: string }[]>`
        select employee_id || ' ' || month as ticket from tickets
        where company_id = ${companyId} and voided_at is null`;
      assert.deepEqual(
        tickets.map(({ ticket }) => ticket).sort(),
        await entitledMonths(sql, companyId, today),
      );
    });

    test('shows a current ticket exactly for people who are entitled now', () => {
      for (const { status, ticketMonth, lastName } of employees) {
        const isEntitled = ['active', 'scheduled-pause', 'scheduled-cancellation'].includes(status);
        assert.equal(ticketMonth === today.slice(0, 7), isEntitled, `${lastName} ${status} ${ticketMonth}`);
      }
    });

    test('has pauses that follow from the absences', async () => {
      const rows = await sql<{ lastName: string; pauses: string; absences: AbsenceItem[] }[]>`
        select e.last_name as "lastName", e.pauses_hr::text as pauses,
          (select coalesce(jsonb_agg(item), '[]') from hr_links l, jsonb_array_elements(l.absences) item
           where l.company_id = e.company_id and l.employee_id = e.id) as absences
        from employees e where company_id = ${companyId}`;
      assert.ok(rows.filter(({ absences }) => absences.length > 0).length >= 8);
      for (const { lastName, pauses, absences } of rows) {
        const horizon = `${Number(today.slice(0, 4)) + 3}-01-01`;
        const paused = firstsBetween('2020-01-01', horizon).filter((month) => isPaused(pauses, month));
        assert.deepEqual(paused, monthsCoveredWhole(absences, horizon), lastName);
      }
    });

    test('has ends that follow from terminations and rosters', async () => {
      const rows = await sql<{ lastName: string; endHr: string; causes: string[] }[]>`
        select e.last_name as "lastName", e.term_end_hr as "endHr",
          array_agg(coalesce(l.termination_date, l.ended_at::date)::text) as causes
        from employees e join hr_links l on l.company_id = e.company_id and l.employee_id = e.id
        where e.company_id = ${companyId} and e.term_end_hr is not null
        group by e.id, e.last_name, e.term_end_hr`;
      assert.ok(rows.length >= 4);
      for (const { lastName, endHr, causes } of rows)
        assert.deepEqual(causes.map(nextFirst), [endHr], lastName);
    });

    test('shows a successful sync last night, after one failed and one superseded run', async () => {
      const ids = demo.integrations.map(({ id }) => id);
      const integrations = await selectIntegrations(sql, companyId, ids);
      assert.deepEqual(
        demo.integrations.map(({ type }) => type),
        ['hr-integration', 'api-integration'],
      );
      for (const integration of integrations) {
        assert.equal(integration.status, 'connected');
        assert.equal(integration.initialConnectionStatus, 'completed');
        assert.equal(integration.lastSyncStatus, 'succeeded');
        assert.equal(integration.lastSyncedAt?.toISOString().slice(0, 10), today);
      }
      const statuses = await sql<{ status: string; runs: number }[]>`
        select status, count(*) as runs from sync_runs where company_id = ${companyId} group by status`;
      const runs = Object.fromEntries(statuses.map((row) => [row.status, row.runs]));
      assert.equal(runs['failed'], 1);
      assert.equal(runs['superseded'], 1);
      const latest = await sql`
        select from hr_integrations i
          join sync_runs r on r.company_id = i.company_id and r.id = i.last_applied_run_id
        where i.company_id = ${companyId} and i.last_accept_seq = r.accept_seq and r.entry_count = (
          select count(*) from hr_links l where l.company_id = i.company_id and l.integration_id = i.id
            and l.type = 'hr-integration' and l.ended_at is null)`;
      assert.equal(latest.length, 2);
    });

    test('has ended links with the last sync that listed the person', async () => {
      const ended = await sql<{ gap: number }[]>`
        select extract(epoch from l.ended_at - r.finished_at)::float8 as gap
        from hr_links l join sync_runs r on r.company_id = l.company_id and r.id = l.last_run_id
        where l.company_id = ${companyId} and l.ended_at is not null`;
      assert.ok(ended.length >= 3);
      // Rosters come once a month until two weeks ago.
      for (const { gap } of ended) assert.ok(gap > 0 && gap < 32 * 24 * 60 * 60, `${gap}`);
    });

    test('has no timestamps in the future, and none before their cause', async () => {
      const [row] = await sql<{ wrong: number }[]>`
        with noon as (select (${today}::date + time '12:00') at time zone 'Europe/Berlin' as now)
        select (
          (select count(*) from employees, noon
            where company_id = ${companyId} and (updated_at > now or created_at > updated_at)) +
          (select count(*) from documents d
            join employees e on e.company_id = d.company_id and e.id = d.employee_id, noon
           where d.company_id = ${companyId} and (d.created_at > now or d.created_at < e.created_at)) +
          (select count(*) from contract_offers, noon where company_id = ${companyId}
            and (decided_at > now or created_at > now or decided_at < created_at)) +
          (select count(*) from tickets, noon
            where company_id = ${companyId} and (issued_at > now or voided_at > now)) +
          (select count(*) from hr_links, noon
            where company_id = ${companyId} and (created_at > now or ended_at > now)) +
          (select count(*) from hr_links l
            join employees e on e.company_id = l.company_id and e.id = l.employee_id
           where l.company_id = ${companyId} and l.ended_at is null and l.start_date > e.term_start)
        ) as wrong`;
      assert.equal(row?.wrong, 0);
      for (const { dateOfBirth, lastName } of employees) {
        const age = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
        assert.ok(age >= 17 && age <= 66, lastName);
      }
    });
  });

test('every offer has a text and a contract, which is downloadable after acceptance', async () => {
  const { company } = sharedDemo;
  const offers = await sql<
    (OfferedText & { status: string; documentId: number; name: string; downloadable: boolean })[]
  >`
    select o.status, o.terms, o.text_version as "textVersion", o.text_digest as "textDigest",
      d.id as "documentId", d.name, d.downloadable
    from contract_offers o left join documents d on d.company_id = o.company_id and d.offer_id = o.id
    where o.company_id = ${company.id}`;
  assert.ok(offers.length >= 40, `${offers.length}`);
  for (const { status, downloadable, name, ...offer } of offers) {
    assert.match(
      contractTextOf(offer).paragraphs.join('\n'),
      /Lindenau & Sohn Fördertechnik GmbH, Kranweg 12/,
    );
    assert.equal(downloadable, status === 'accepted');
    assert.match(name, /^Vertrag Jobticket \d{4}-\d\d$/);
  }
  const accepted = offers.find(({ status }) => status === 'accepted');
  const { bytes } = await openDownload(readerOf(company), WHOLE_COMPANY, accepted?.documentId ?? 0);
  assert.match(textOf(Buffer.concat(await bytes.toArray())), /Vereinbarung über das Jobticket/);
});

test('people who contribute have receipts like those of the monthly issue, which continues their numbers', async () => {
  const {
    database,
    demo: { company },
  } = await createDemoDatabase('2026-03-16');
  const { sql } = database;
  const read = () =>
    sql<{ id: number; receipt: Receipt; cents: number }[]>`
      select d.id, d.receipt, c.employee_cents as cents from documents d
      join charges c on c.company_id = d.company_id and c.id = d.charge_id and c.employee_id = d.employee_id
      where d.company_id = ${company.id} and d.kind = 'receipt' order by (d.receipt ->> 'number')::int`;
  const before = await read();
  assert.ok(before.length >= 50, `${before.length}`);
  await moveClock(sql, 'staging', company.id, OPERATOR, '2026-04-01');
  const all = await read();
  assert.ok(all.length > before.length);
  assert.deepEqual(
    all.map(({ receipt }) => receipt.number),
    all.map((_, index) => index + 1),
  );
  // People who were added by hand have no personnel number.
  const fieldsOf = ({ personnelNumber: _, ...receipt }: Receipt) => Object.keys(receipt).sort();
  const issued = all.at(-1)?.receipt;
  assert(issued);
  for (const { receipt, cents } of before) {
    assert.deepEqual(fieldsOf(receipt), fieldsOf(issued));
    assert.ok(cents > 0);
  }
  const numbered = (receipts: typeof all) => receipts.filter(({ receipt }) => receipt.personnelNumber).length;
  assert.ok(numbered(before) >= 40 && numbered(all) > numbered(before));
  const { bytes } = await createDownloads(database, testPdfMaker())(
    readerOf(company),
    WHOLE_COMPANY,
    before[0]?.id ?? 0,
  );
  assert.match(textOf(Buffer.concat(await bytes.toArray())), /Beleg[\s\S]*000001/);
});

test('every ticket month has one charge, and every employee share a receipt', async () => {
  const { company } = sharedDemo;
  const [row] = await sql`
    select (select count(distinct (employee_id, month)) from tickets where company_id = ${company.id}) as months,
      count(*) as charges, count(*) filter (where c.employee_cents > 0) as shares, count(d.id) as receipts,
      count(*) filter (where c.employee_cents > 0 and c.offer_id is null) as "withoutContract"
    from charges c
    left join documents d on d.company_id = c.company_id and d.charge_id = c.id
    where c.company_id = ${company.id}`;
  assert.equal(row?.['charges'], row?.['months']);
  assert.equal(row?.['receipts'], row?.['shares']);
  assert.ok(row?.['receipts'] >= 50);
  assert.equal(row?.['withoutContract'], 0);
});

test('every void ticket was replaced in the same month', async () => {
  const demo = sharedDemo;
  const rows = await sql<{ voided: boolean }[]>`
    select voided_at is not null as voided from tickets
    where company_id = ${demo.company.id} and (employee_id, month) in (
      select employee_id, month from tickets where company_id = ${demo.company.id} and voided_at is not null)
    order by id`;
  assert.deepEqual(
    rows.map(({ voided }) => voided),
    [true, false],
  );
  const [company] = await sql<{ isIssued: boolean }[]>`
    select issued_through = date_trunc('month', business_date(time_zone, clock_frozen_on)) as "isIssued"
    from companies where id = ${demo.company.id}`;
  assert.equal(company?.isIssued, true);
});

test('a second demo is a second company with the same people and its own credentials', async () => {
  const { database, demo: one } = await createDemoDatabase('2026-03-16');
  const { sql } = database;
  const other = await createDemo(database, 'staging', { frozenOn: '2026-03-16' });
  assert.notEqual(one.company.id, other.company.id);
  assert.notEqual(one.company.name, other.company.name);
  assert.notEqual(one.portal.email, other.portal.email);
  assert.notEqual(one.key.username, other.key.username);
  const [people, others] = await Promise.all([
    readEmployees(sql, one.company.id),
    readEmployees(sql, other.company.id),
  ]);
  assert.deepEqual(people.map(withoutIds), others.map(withoutIds));
  assert.deepEqual(await readHistory(sql, one.company.id), await readHistory(sql, other.company.id));
});

/** Returns documents with their bytes, runs and tickets, without ids. How long a step takes moves its times by up to a second. */
async function readHistory(sql: Sql, companyId: number) {
  return [
    await sql`
      select d.name, d.file_type, d.downloadable, encode(sha256(c.bytes), 'hex') as bytes
      from documents d join document_chunks c on c.company_id = d.company_id and c.document_id = d.id
      where d.company_id = ${companyId} order by d.id`,
    await sql`
      select sync_id, accept_seq, status, entry_count, counts, date_trunc('minute', accepted_at), body_digest
      from sync_runs where company_id = ${companyId} order by id`,
    await sql`
      select month, valid_from, valid_until, date_trunc('minute', issued_at), date_trunc('minute', voided_at)
      from tickets where company_id = ${companyId} order by month, employee_id, id`,
  ].map((rows) => rows.map((row) => ({ ...row })));
}

function withoutIds({ companyId: _, id: __, ticketId: ___, links, ...employee }: Employee) {
  const shown = links.map(({ integrationId: _, lastSyncedAt, ...link }) => ({
    ...link,
    lastSyncedAt: lastSyncedAt && new Date(lastSyncedAt).toISOString().slice(0, 16),
  }));
  return { ...employee, links: shown };
}

test('the returned portal password and key match the stored ones', async () => {
  const { company, portal, key } = sharedDemo;
  const [user] = await sql<{ companyId: number; hash: string }[]>`
    select company_id as "companyId", password_hash as hash from portal_users where email = ${portal.email}`;
  assert.equal(user?.companyId, company.id);
  assert.equal(await verifyPassword(portal.password, user.hash), true);
  assert.deepEqual(key.permissions, [...PERMISSIONS]);
  assert.match(company.name, / GmbH \(Demo( \d+)?\)$/);
});

/** Tables of a company in which the demo has no rows, with the reason. */
const EMPTY_TABLES: Record<string, string> = {
  api_key_integrations: 'the key of the demo is for the whole company',
  bulk_actions: 'nobody has started an action about many people',
  bulk_action_people: 'nobody has started an action about many people',
  join_requests: 'the demo has no join link',
  employee_requests: 'employees of the demo ask HR in person',
  roster_uploads: 'no roster is arriving',
  roster_entries: 'no roster is arriving',
  hr_sources: 'rosters are sent, not fetched',
  roster_pulls: 'rosters are sent, not fetched',
  pulled_people: 'rosters are sent, not fetched',
  pulled_absences: 'rosters are sent, not fetched',
  dropped_files: 'rosters are sent, not fetched',
  dropped_parts: 'rosters are sent, not fetched',
  running_changes: 'nothing is being changed',
  sync_progress: 'no roster is being applied',
  ...Object.fromEntries(WORKING_TABLES.map((table) => [table, 'no roster is being applied'])),
  sync_attempts: 'no roster was refused',
  contract_progress: 'no contract was mailed or opened',
  datev_clients: 'payroll of the demo imports CSV',
  demo_stories: 'the story is over',
  sync_held_ends: 'no run is held',
  sync_conflicts: 'no conflict is open',
  possible_duplicates: 'no person is listed twice',
  held_group_moves: 'no roster moves many people to other groups',
  link_viewers: 'nobody has looked at a person',
  waiting_entries: 'the key of the demo is for the whole company',
  mails: 'nothing is mailed',
  mail_batches: 'nothing is mailed',
  digest_items: 'nothing is mailed',
  mail_opt_outs: 'nothing is mailed',
  wallet_passes: 'nobody has opened a pass',
  pass_counters: 'nobody has opened a pass',
  pass_registrations: 'nobody has opened a pass',
  portal_invitations: 'nobody is invited',
  portal_passkeys: 'a passkey is on the device of a person',
  portal_sign_ins: 'nobody is signing in',
  identity_providers: 'users of the demo sign in with a password',
  identity_domains: 'there is no identity provider',
  identity_attempts: 'there is no identity provider',
  portal_identities: 'there is no identity provider',
  webhook_endpoints: 'nobody receives webhooks of the demo',
  webhook_secrets: 'there is no webhook',
  webhook_deliveries: 'there is no webhook',
  webhook_replays: 'there is no webhook',
};

test('the demo tells what happened, in the order in which it happened', async () => {
  const { events } = await readEvents(sql, sharedDemo.company.id, { after: 0, perPage: 10_000 });
  const types = new Set(events.map(({ type }) => type));
  for (const type of ['sync.succeeded', 'ticket.issued', 'contract.offered', 'document.created'] as const)
    assert.ok(types.has(type), type);
  const times = events.map(({ createdAt }) => createdAt.getTime());
  assert.deepEqual(
    times,
    times.toSorted((one, other) => one - other),
  );
  const [row] = await sql<{ tickets: number }[]>`
    select count(*) as tickets from tickets
    where company_id = ${sharedDemo.company.id}`;
  assert.equal(events.filter(({ type }) => type === 'ticket.issued').length, row?.tickets);
});

test('the demo has rows in every table of a company, except those listed in this test', async () => {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' order by 1`;
  const empty: string[] = [];
  await numberEvents(sql, sharedDemo.company.id);
  for (const { name } of tables) {
    const rows = await sql`select from ${sql(name)} where company_id = ${sharedDemo.company.id} limit 1`;
    if (rows.length === 0) empty.push(name);
  }
  assert.deepEqual(empty, Object.keys(EMPTY_TABLES).sort());
});

const MAGIC: Record<FileType, string> = { pdf: '255044462d312e', png: '89504e470d0a1a0a', jpeg: 'ffd8ffe0' };

test('documents of every type have matching file content, and some cannot be downloaded', async () => {
  const { company } = sharedDemo;
  const rows = await sql<{ id: number; magic: string }[]>`
    select document_id as id, encode(substring(bytes for 8), 'hex') as magic
    from document_chunks where company_id = ${company.id} and position = 0`;
  const documents = await selectDocuments(
    sql,
    company.id,
    WHOLE_COMPANY,
    rows.map(({ id }) => id),
  );
  assert.ok(documents.length >= 40, `${documents.length}`);
  for (const { id, fileType } of documents)
    assert.ok(rows.find((row) => row.id === id)?.magic.startsWith(MAGIC[fileType]), fileType);
  for (const fileType of ['pdf', 'png', 'jpeg'] as const)
    assert.ok(documents.filter((document) => document.fileType === fileType).length >= 3, fileType);
  const blocked = documents.filter(({ downloadable }) => !downloadable).length;
  assert.ok(blocked >= 5 && blocked < documents.length / 2, `${blocked}`);
  const perPerson = Map.groupBy(documents, ({ employeeId }) => employeeId);
  assert.ok(perPerson.size < 55, 'some have none');
  assert.ok(
    [...perPerson.values()].some((theirs) => theirs.length >= 3),
    'some have several',
  );
});

test('the demo is not silent days later, although nobody sends rosters', async () => {
  const { company } = sharedDemo;
  await timePasses(sql, company.id, '3 days', { sync_runs: ['accepted_at'] });
  assert.equal(await sql.begin((tx) => watchIntegrations(tx, company.id)), 0);
  const paced =
    await sql`select from hr_integrations where company_id = ${company.id} and paced_seq is not null`;
  assert.equal(paced.length, 2, 'both were looked at');
});
