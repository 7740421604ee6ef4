import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '../../src/platform/db/types.ts';
import { COPY_ENTRIES } from '../../src/rosters/receive/copy-entries.ts';
import { EntryLines } from '../../src/rosters/receive/entry-lines.ts';
import { readEntry } from '../../src/rosters/receive/read-entry.ts';
import { SeenAbsenceTypes } from '../../src/rosters/receive/seen-absence-types.ts';
import { UnknownFields } from '../../src/rosters/receive/unknown-fields.ts';
import { ValidationErrors } from '../../src/rosters/receive/validation-errors.ts';
import { startChild, stopChild } from '../child.ts';
import { time } from '../measure.ts';
import { type Client, NEXT_START } from './client.ts';
import type { Listening } from './messages.ts';
import { type BenchRoster, bodyOf, type Person } from './roster.ts';

/** The baseline writes its entries into the service's table, under an upload that no run uses. */
const UPLOAD = -1;

export interface Prepared {
  body: Buffer;
  /** The input of COPY, prepared before the measurement. */
  lines: Buffer;
}

export function prepare(roster: BenchRoster, { companyId }: Client): Prepared {
  const notes = new ValidationErrors();
  const findings = { notes, unknownFields: new UnknownFields(), absenceTypes: new SeenAbsenceTypes() };
  const lines = new EntryLines({ companyId, uploadId: UPLOAD });
  for (const [position, person] of roster.people.entries())
    lines.append(readEntry(person, position, findings));
  if (notes.count > 0) throw notes.plainRefusal();
  return { body: bodyOf(roster, 'baseline'), lines: lines.written() };
}

/** The minimal work for a roster: parse it, and COPY it into the table of entries. */
export async function parseAndCopy(database: Database, prepared: Prepared): Promise<number> {
  await deletePlainEntries(database);
  return await time(() => parseThenCopy(database, prepared));
}

export async function deletePlainEntries({ sql }: Database): Promise<void> {
  await sql`delete from roster_entries where upload_id = ${UPLOAD}`;
}

export async function parseThenCopy({ copies }: Database, { body, lines }: Prepared): Promise<void> {
  JSON.parse(body.toString('utf8'));
  const connection = await copies.connect();
  const stream = connection.query(copyFrom(COPY_ENTRIES));
  stream.end(lines);
  await once(stream, 'finish');
  connection.release();
}

/**
 * The same, plus a plain INSERT … SELECT of the rows that a first load creates, into the same tables of
 * people, links and changes with all their constraints. With auto-enrol the people have terms.
 */
export async function parseCopyAndInsert(
  database: Database,
  prepared: Prepared,
  { companyId, integrationId }: Client,
  { autoEnrol }: { autoEnrol: boolean },
): Promise<number> {
  const { sql } = database;
  await deletePlainEntries(database);
  const [run] = await sql<{ id: number }[]>`
    insert into sync_runs (company_id, integration_id, sync_id, accept_seq, status, finished_at)
    values (${companyId}, ${integrationId}, 'plain', 1, 'succeeded', now()) returning id`;
  const start = autoEnrol ? NEXT_START : null;
  return await time(async () => {
    await parseThenCopy(database, prepared);
    await sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      await tx`
        with people as materialized (
          select nextval('employees_id_seq') as id, e.* from roster_entries e
          where company_id = ${companyId} and upload_id = ${UPLOAD}
        ), inserted as (
          insert into employees (company_id, id, first_name, last_name, email, date_of_birth, profile_image,
            term_number, term_start) overriding system value
          select company_id, id, first_name, last_name, email, date_of_birth, profile_image,
            ${autoEnrol ? 1 : 0}, ${start}::date
          from people
        ), linked as (
          insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date,
            termination_date, auto_sync, absences, first_seen_on)
          select company_id, id, ${integrationId}, 'hr-integration', hr_id, start_date, termination_date,
            auto_sync, absences, current_date
          from people
        )
        insert into sync_changes (company_id, run_id, position, employee_id, hr_id, outcome, reason,
          consequence)
        select company_id, ${run?.id ?? 0}, position, id, hr_id, 'added', 'new-in-roster',
          jsonb_build_object('action', ${autoEnrol ? 'start' : 'wait'}::text, 'start', ${start}::date,
            'end', null)
        from people`;
    });
  });
}

/** A common implementation: look each person up, then insert or update. */
export async function upsertRowByRow({ sql }: Database, people: readonly Person[]): Promise<number> {
  await sql`
    create table if not exists plain_people (
      hr_id text primary key, first_name text not null, last_name text not null, email text not null,
      date_of_birth date not null, start_date date not null, termination_date date, absences jsonb not null)`;
  await sql`truncate plain_people`;
  return await time(() =>
    sql.begin(async (tx) => {
      for (const person of people)
        await tx`
          insert into plain_people
          values (${person.hrId}, ${person.firstName}, ${person.lastName}, ${person.email},
            ${person.dateOfBirth}, ${person.startDate}, ${person.terminationDate},
            ${JSON.stringify(person.absences)}::text::jsonb)
          on conflict (hr_id) do update set first_name = excluded.first_name, last_name = excluded.last_name,
            email = excluded.email, date_of_birth = excluded.date_of_birth, start_date = excluded.start_date,
            termination_date = excluded.termination_date, absences = excluded.absences`;
    }),
  );
}

/** The usual protocol of HR systems today: one request for each person. */
export async function provisionByScim(people: readonly Person[]): Promise<number> {
  const { child, answer } = await startChild<object, Listening>(new URL('scim.ts', import.meta.url), {});
  const agent = new Agent({ keepAlive: true });
  try {
    return await time(async () => {
      for (const person of people) await createUser(answer.port, agent, person);
    });
  } finally {
    agent.destroy();
    await stopChild(child);
  }
}

async function createUser(port: number, agent: Agent, person: Person): Promise<void> {
  const asked = request({
    host: '127.0.0.1',
    port,
    agent,
    method: 'POST',
    path: '/scim/Users',
    headers: { 'content-type': 'application/scim+json', authorization: 'Bearer bench' },
  });
  asked.end(
    JSON.stringify({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: person.email,
      externalId: person.hrId,
      name: { givenName: person.firstName, familyName: person.lastName },
      emails: [{ value: person.email, primary: true }],
      active: person.terminationDate === null,
    }),
  );
  const [answer] = await once(asked, 'response');
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 201) throw new Error(`SCIM answered ${answer.statusCode}`);
}
