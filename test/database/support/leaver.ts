import { createCompany } from '../../../src/company/companies/create-company.ts';
import { moveClock } from '../../../src/company/companies/move-clock.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { createEmployee } from '../../../src/people/employees/create-employee.ts';
import type { Pool } from '../../../src/platform/db/types.ts';
import { expireUpload, insertUpload } from '../../../src/rosters/receive/uploads-sql.ts';
import { addUpload } from '../../../src/tickets/documents/add-upload.ts';
import { inDay } from '../../../src/tickets/issue/open-day.ts';
import { answerOffer } from '../../../src/tickets/subscriptions/answer-offer.ts';
import { followHrFacts } from '../../../src/tickets/subscriptions/follow-hr-facts.ts';
import { enrol } from './actions.ts';

/** Values that occur nowhere else, so that a search for them finds only this person. */
export const CANARY = {
  firstName: 'Quintessa',
  lastName: 'Zwölfender-Öhm',
  email: 'Quintessa.Zwoelfender@canary.example',
  dateOfBirth: '1987-06-05',
  profileImage: 'https://pictures.example/quintessa-zwoelfender.png',
  hrId: 'HR-77441199',
  personnelNumber: 'PN-88552200',
} as const;

const PDF = Buffer.from('%PDF-1.4\nabout Quintessa\n%%EOF\n');

/**
 * Creates an employee with a contract, tickets, receipts, an absence, an uploaded document and sync changes.
 */
export async function createLeaver(sql: Pool) {
  const { id: companyId } = await createCompany(sql, OPERATOR, {
    name: 'Beispiel GmbH',
    planType: 'split-pay-plan',
    subsidyCents: 2000,
    retentionMonths: 6,
  });
  await sql`update companies set clock_frozen_on = '2026-03-10' where id = ${companyId}`;
  const integrationId = await createIntegration(sql, companyId, OPERATOR, {
    name: 'HR',
    type: 'api-integration',
  });
  const { hrId, ...person } = CANARY;
  const { personnelNumber } = person;
  const employeeId = await sql.begin((tx) => createEmployee(tx, companyId, OPERATOR, person));
  await sql`
    insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, first_seen_on,
      payroll, absences)
    values (${companyId}, ${employeeId}, ${integrationId}, 'hr-integration', ${hrId}, '2020-01-01',
      '2026-03-10', ${sql.json({ personnelNumber, costCentre: '4711' })}, ${sql.json([{ type: 'parental', kind: 'parental', startDate: '2026-05-01', endDate: '2026-05-31', id: hrId }])})`;
  await sql.begin((tx) => enrol(tx, companyId, employeeId, OPERATOR));
  const [offer] = await sql<
    { id: number }[]
  >`select id from contract_offers where employee_id = ${employeeId}`;
  const actor = { type: 'employee', id: employeeId } as const;
  await sql.begin((tx) => answerOffer(tx, companyId, offer?.id ?? 0, actor, 'accepted'));
  await sql.begin((tx) =>
    addUpload(tx, companyId, OPERATOR, {
      employeeId,
      name: `${CANARY.lastName}.pdf`,
      bytes: PDF,
      downloadable: true,
    }),
  );
  await addRunAbout(sql, { companyId, employeeId, integrationId, status: 'succeeded' });
  await addDuplicatesOf(sql, { companyId, integrationId });
  await addDecidedEntryOf(sql, { companyId, employeeId, integrationId });
  await addAttemptAbout(sql, { companyId, integrationId });
  const move = (date: string) => moveClock(sql, 'staging', companyId, OPERATOR, date);
  await move('2026-06-15');

  /** Ends the link, as a roster without this employee does on the company's current day. */
  const leave = async () =>
    await sql.begin((tx) =>
      inDay(tx, companyId, 'unlimited', async (day) => {
        await tx`
          update hr_links set ended_at = ${day.today}::date + time '12:00'
          where company_id = ${companyId} and employee_id = ${employeeId}`;
        await followHrFacts(tx, day, [employeeId]);
      }),
    );
  return { companyId, integrationId, employeeId, offerId: offer?.id ?? 0, upload: PDF, move, leave };
}

/** Inserts the rows that a sync of a roster with this employee leaves behind. */
export async function addRunAbout(
  sql: Pool,
  run: { companyId: number; employeeId: number; integrationId: number; status: 'succeeded' | 'queued' },
): Promise<void> {
  const { companyId, employeeId, integrationId, status } = run;
  const { hrId, firstName, lastName, email, dateOfBirth, profileImage, personnelNumber } = CANARY;
  const uploadId = await insertUpload(sql, companyId, integrationId);
  if (status === 'succeeded') await expireUpload(sql, companyId, uploadId);
  const [made] = await sql<{ id: number }[]>`
    insert into sync_runs (company_id, integration_id, sync_id, accept_seq, status, accepted_at, finished_at,
      upload_id, problems)
    values (${companyId}, ${integrationId}, ${`${status}-${employeeId}`}, ${status === 'queued' ? 2 : 1},
      ${status}, now(), ${status === 'queued' ? null : new Date()}, ${uploadId}, ${sql.json(problemsAbout(hrId))})
    returning id`;
  const runId = made?.id ?? 0;
  await sql`
    insert into roster_entries (company_id, upload_id, position, hr_id, first_name, last_name, email,
      date_of_birth, profile_image, start_date, payroll)
    values (${companyId}, ${uploadId}, 0, ${hrId}, ${firstName}, ${lastName}, ${email},
      ${dateOfBirth}, ${profileImage}, '2020-01-01', ${sql.json({ personnelNumber })})`;
  // As a small roster has its entries.
  const line = [
    '',
    hrId,
    firstName,
    lastName,
    email,
    dateOfBirth,
    profileImage,
    '2020-01-01',
    '\\N',
    '\\N',
    '[]',
    '\\N',
  ];
  await sql`
    update roster_uploads set entries = ${line.join('\t')} where company_id = ${companyId} and id = ${uploadId}`;
  const fields = sql.json({
    lastName: { from: 'Ohm', to: lastName },
    dateOfBirth: { from: null, to: dateOfBirth },
  });
  await sql`
    insert into sync_changes (company_id, run_id, employee_id, hr_id, outcome, fields)
    values (${companyId}, ${runId}, ${employeeId}, ${hrId}, 'updated', ${fields}),
      (${companyId}, ${runId}, null, ${hrId}, 'conflict', ${fields})`;
  // Entries of other numbers that describe the person.
  const entry = sql.json({ first_name: firstName, last_name: lastName, email, date_of_birth: dateOfBirth });
  await sql`
    insert into sync_changes (company_id, run_id, hr_id, outcome, entry, listed_before)
    values (${companyId}, ${runId}, 'number that waits', 'waiting', ${entry}, null),
      (${companyId}, ${runId}, 'number in conflict', 'conflict', null, ${entry})`;
}

/** Inserts a change whose entry has the address and birth date of the person, and another first name. */
export async function addChangeOfTwin(sql: Pool, companyId: number): Promise<void> {
  const { email, dateOfBirth } = CANARY;
  const entry = sql.json({ first_name: 'Twin', email, date_of_birth: dateOfBirth });
  await sql`
    insert into sync_changes (company_id, run_id, hr_id, outcome, entry, listed_before)
    select company_id, id, 'number of the twin', 'waiting', ${entry}, ${entry} from sync_runs
    where company_id = ${companyId} limit 1`;
}

/** Inserts a pair that waits for a decision and one that is decided, both with the number of this employee. */
async function addDuplicatesOf(
  sql: Pool,
  { companyId, integrationId }: { companyId: number; integrationId: number },
): Promise<void> {
  const { hrId, firstName, lastName, email, dateOfBirth } = CANARY;
  const entry = { first_name: firstName, last_name: lastName, email, date_of_birth: dateOfBirth };
  await sql`
    insert into possible_duplicates (company_id, integration_id, first_hr_id, hr_id, entry, decision, decided_at)
    values (${companyId}, ${integrationId}, ${hrId}, 'open', ${sql.json(entry)}, null, null),
      (${companyId}, ${integrationId}, 'decided', ${hrId}, null, 'two-people', now()),
      (${companyId}, ${integrationId}, 'others', 'of others', null, 'two-people', now())`;
}

/** Inserts an entry of a restricted key that was decided to be this employee's. */
async function addDecidedEntryOf(
  sql: Pool,
  { companyId, employeeId, integrationId }: { companyId: number; employeeId: number; integrationId: number },
): Promise<void> {
  const { hrId, firstName, lastName, email, dateOfBirth } = CANARY;
  const entry = {
    hr_id: hrId,
    first_name: firstName,
    last_name: lastName,
    email,
    date_of_birth: dateOfBirth,
  };
  await sql`
    insert into waiting_entries (company_id, integration_id, hr_id, run_id, scope, entry, decision, employee_id, decided_at)
    select ${companyId}, ${integrationId}, ${hrId}, id, array[${integrationId}::bigint], ${sql.json(entry)}, 'same-person',
      ${employeeId}, now()
    from sync_runs where company_id = ${companyId} order by id limit 1`;
}

/** Inserts a refused roster with errors in the entries of this person and of another one. */
async function addAttemptAbout(
  sql: Pool,
  { companyId, integrationId }: { companyId: number; integrationId: number },
): Promise<void> {
  await sql`
    insert into sync_attempts (company_id, integration_id, status, code, errors, error_count, accept_seq, request_id)
    values (${companyId}, ${integrationId}, 422, 'invalid-values', ${sql.json(errorsAbout(CANARY.hrId))}, 3, 1, 'r')`;
}

/** The errors of a refused roster. */
export function errorsAbout(hrId: string | undefined) {
  const error = { in: 'body', code: 'missing' };
  return [
    { ...error, pointer: '/employees/0/startDate', ...(hrId !== undefined && { hrId }) },
    { ...error, pointer: '/employees/1/startDate', hrId: 'Other' },
    { ...error, pointer: '/employees/2/hrId' },
  ];
}

/** The problems of a run with two invalid entries, of this person and of another one. */
export function problemsAbout(hrId: string | undefined) {
  const error = { in: 'body', pointer: '/employees/0/startDate', code: 'missing', message: 'is missing' };
  return [
    { code: 'never-joined', count: 1, pointers: ['/employees/7'] },
    { code: 'large-offboarding', count: 5, outOf: 9, pointers: [], hrIds: [] },
    {
      code: 'email-used-twice',
      count: 2,
      pointers: ['/employees/0', '/employees/1'],
      hrIds: [hrId ?? null, 'Other'],
    },
    {
      code: 'invalid-entry',
      count: 2,
      pointers: ['/employees/0', '/employees/1'],
      hrIds: [hrId ?? null, 'Other'],
      errors: [
        { ...error, ...(hrId !== undefined && { hrId }) },
        { ...error, pointer: '/employees/1/startDate', hrId: 'Other' },
      ],
    },
  ];
}
