import { PAYROLL_FIELDS, type PayrollField } from '../../domain/person/payroll-fields.ts';
import { isPresentHrLink } from '../../domain/rules/links-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import type { PulledAbsence, PulledPerson } from './hr-system.ts';

/** An attempt of a pull whose people are staged. */
export interface StagedPull {
  companyId: number;
  pullId: number;
  attempt: number;
  integrationId: number;
}

type Staged = Pick<StagedPull, 'companyId' | 'pullId' | 'attempt'>;

/** Whether the row is of this attempt. */
const isOf = (sql: Sql, { companyId, pullId, attempt }: Staged): Fragment =>
  sql`company_id = ${companyId} and pull_id = ${pullId} and attempt = ${attempt}`;

/** Returns how many were new: a person who comes twice is staged once. */
export async function stagePeople(
  sql: Sql,
  { companyId, pullId, attempt }: Staged,
  people: readonly PulledPerson[],
): Promise<number> {
  const rows = people.map(({ id, hasLeft, fields }) => ({ id, hasLeft, values: valuesOf(fields) }));
  const { count } = await sql`
    insert into pulled_people (company_id, pull_id, attempt, source_id, hr_id, has_left, termination_date, entry)
    select ${companyId}, ${pullId}, ${attempt}, p.id, p.hr_id, p.has_left::boolean, p.termination_date, p.entry
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ values }) => values['hrId'] ?? null)}::text[],
      ${rows.map(({ hasLeft }) => String(hasLeft))}::text[],
      ${rows.map(({ values }) => values['terminationDate'] ?? null)}::text[],
      ${rows.map(({ values }) => JSON.stringify(values))}::text[]) as p (id, hr_id, has_left, termination_date, entry)
    on conflict do nothing`;
  return count;
}

/** The values that there are; an empty text is none. */
function valuesOf(fields: PulledPerson['fields']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  );
}

/** Numbers the absences from `from` on. */
export async function stageAbsences(
  sql: Sql,
  { companyId, pullId, attempt }: Staged,
  absences: readonly PulledAbsence[],
  from: number,
): Promise<void> {
  await sql`
    insert into pulled_absences (company_id, pull_id, attempt, position, source_id, absence)
    select ${companyId}, ${pullId}, ${attempt}, ${from} + r.at, r.absence ->> 'personId', jsonb_strip_nulls(r.absence - 'personId')
    from jsonb_array_elements(${sql.json(absences.map((absence) => ({ ...absence })))}::jsonb) with ordinality as r (absence, at)`;
}

/** Deletes what this attempt has staged, and what earlier ones have left. */
export async function clearStaged(sql: Sql, { companyId, pullId, attempt }: Staged): Promise<void> {
  for (const table of ['pulled_people', 'pulled_absences'])
    await sql`
      delete from ${sql(table)} where company_id = ${companyId} and pull_id = ${pullId} and attempt <= ${attempt}`;
}

/** Deletes what pulls have staged that are over. */
export async function sweepStaged(sql: Pool): Promise<void> {
  for (const table of ['pulled_people', 'pulled_absences'])
    await sql`
      delete from ${sql(table)} s where not exists (
        select from roster_pulls p
        where p.company_id = s.company_id and p.id = s.pull_id and p.finished_at is null)`;
}

/** Joins `l`, the present link of the staged person `s`, and `e`, the record. */
function joinLink(sql: Sql, { companyId, integrationId }: StagedPull): Fragment {
  return sql`
    left join hr_links l on l.company_id = ${companyId} and l.integration_id = ${integrationId} and l.hr_id = s.hr_id
      and ${isPresentHrLink(sql)}
    left join employees e on e.company_id = ${companyId} and e.id = l.employee_id`;
}

/** Whether the person left before this month and is not linked here: then the roster does not need them. */
const leftEarlier = (sql: Sql, monthStart: string): Fragment => sql`
  (l.id is null and coalesce(s.termination_date < ${monthStart}, s.has_left))`;

export interface StagedCounts {
  people: number;
  /** People with a number. */
  numbered: number;
  leftEarlier: number;
  withoutNumber: number;
  absences: number;
}

export async function countStaged(sql: Sql, pull: StagedPull, monthStart: string): Promise<StagedCounts> {
  const [counts] = await sql<StagedCounts[]>`
    select count(*) as people, count(s.hr_id) as numbered, count(*) filter (where ${leftEarlier(sql, monthStart)}) as "leftEarlier",
      count(*) filter (where s.hr_id is null and not ${leftEarlier(sql, monthStart)}) as "withoutNumber",
      (select count(*) from pulled_absences where ${isOf(sql, pull)}) as absences
    from (select * from pulled_people where ${isOf(sql, pull)}) s ${joinLink(sql, pull)}`;
  return counts ?? { people: 0, numbered: 0, leftEarlier: 0, withoutNumber: 0, absences: 0 };
}

/** What the integration lists at present that a system may stop showing. */
export interface ListedBefore {
  terminationDates: number;
  /** Absences that have not ended. */
  absences: number;
  /** People with the field. */
  payroll: Record<PayrollField, number>;
}

export async function countListed(
  sql: Sql,
  { companyId, integrationId }: StagedPull,
  today: string,
): Promise<ListedBefore> {
  const payroll = sql.unsafe(
    PAYROLL_FIELDS.map((field) => `'${field}', count(l.payroll ->> '${field}')`).join(', '),
  );
  const [listed] = await sql<ListedBefore[]>`
    select count(*) filter (where l.termination_date is not null) as "terminationDates",
      count(*) filter (where exists (
        select from jsonb_array_elements(l.absences) a
        where coalesce(a ->> 'endDate', 'open') >= ${today} and a ->> 'startDate' <= ${today})) as absences,
      jsonb_build_object(${payroll}) as payroll
    from hr_links l
    where l.company_id = ${companyId} and l.integration_id = ${integrationId} and ${isPresentHrLink(sql)}`;
  if (!listed) throw new Error('an aggregate gave no row');
  return listed;
}

/** Staged people that are read at a time. */
const A_BATCH = 2_000;

interface StagedRow {
  hrId: string;
  /** The system's own id. */
  id: string;
  /** The entry as JSON. */
  entry: string;
  hasLeft: boolean;
  isLeftOut: boolean;
  /** What is known of somebody who is linked here. */
  email: string | null;
  dateOfBirth: string | null;
  absences: object[] | null;
}

/**
 * The entries of the roster, ordered by number, so that equal people make equal bytes. `numbered` is how many people with a number are
 * staged.
 */
export async function* readStaged(
  sql: Sql,
  pull: StagedPull,
  { monthStart, numbered }: { monthStart: string; numbered: number },
): AsyncGenerator<object[]> {
  let after = { hrId: '', id: '' };
  let read = 0;
  for (;;) {
    const rows = await sql<StagedRow[]>`
      select s.hr_id as "hrId", s.source_id as id, s.entry, s.has_left as "hasLeft", ${leftEarlier(sql, monthStart)} as "isLeftOut",
        case when l.listed_date_of_birth is null then e.email else l.listed_email end as email,
        coalesce(l.listed_date_of_birth, e.date_of_birth) as "dateOfBirth", a.absences
      from (
        select * from pulled_people
        where ${isOf(sql, pull)} and (hr_id, source_id) > (${after.hrId}::text collate "C", ${after.id}::text)
        order by hr_id, source_id limit ${A_BATCH}
      ) s
      ${joinLink(sql, pull)}
      left join lateral (
        select jsonb_agg(absence order by absence ->> 'startDate', absence ->> 'endDate', absence ->> 'type', absence ->> 'id') as absences
        from pulled_absences where ${isOf(sql, pull)} and source_id = s.source_id
      ) a on true
      order by s.hr_id, s.source_id`;
    const last = rows.at(-1);
    if (!last) break;
    read += rows.length;
    yield rows.filter(({ isLeftOut }) => !isLeftOut).map(entryOf);
    after = last;
  }
  // Before the roster ends: one that lacks people must not be accepted.
  if (read !== numbered) throw new Error('staged people were lost');
}

/**
 * Somebody who has left and has lost the e-mail address or birth date in the HR system keeps the known one. A left status without a
 * date is an invalid date: the person is kept as they are.
 */
function entryOf({ entry, hasLeft, email, dateOfBirth, absences }: StagedRow): object {
  const values: Record<string, unknown> = JSON.parse(entry);
  if (hasLeft || values['terminationDate'] !== undefined) {
    values['email'] ??= email ?? undefined;
    values['dateOfBirth'] ??= dateOfBirth ?? undefined;
    values['terminationDate'] ??= 'unknown';
  }
  return absences ? { ...values, absences } : values;
}
