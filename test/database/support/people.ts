import type { Sql } from '../../../src/platform/db/types.ts';
import type { FileType } from '../../../src/tickets/documents/file-types.ts';
import { storeUpload } from '../../../src/tickets/documents/store-upload.ts';
import type { TestService } from './service.ts';

/** The business date in these tests: not near the end of a month, and never the real date. */
export const TODAY = '2026-11-15';

export interface Person {
  firstName?: string;
  lastName?: string;
  email?: string;
  createdAt?: string;
  updatedAt?: string;
  termStart?: string;
  termEnd?: string;
  /** A multirange in PostgreSQL's notation: `{[2026-11-01,2026-12-01)}`. */
  pauses?: string;
  planType?: string;
  contractStatus?: 'pending' | 'accepted' | 'rejected';
  /** The months of the tickets, as `2026-11`. */
  tickets?: string[];
  links?: { integrationId: number; hrId?: string; ended?: boolean }[];
}

export async function freezeClock(sql: Sql, companyId: number, on = TODAY): Promise<void> {
  await sql`update companies set clock_frozen_on = ${on} where id = ${companyId}`;
}

/** Inserts an employee directly into the tables, so that a test can start from any state. */
export async function addPerson(sql: Sql, companyId: number, person: Person = {}): Promise<number> {
  const { createdAt = '2026-01-01T00:00:00Z', updatedAt = createdAt, termStart = null } = person;
  const id = await insertRow(sql, 'employees', {
    company_id: companyId,
    first_name: person.firstName ?? 'Ada',
    last_name: person.lastName ?? 'Lovelace',
    email: person.email ?? 'ada@example.com',
    date_of_birth: '1990-02-03',
    term_number: termStart ? 1 : 0,
    term_start: termStart,
    term_end_person: person.termEnd ?? null,
    pauses_person: person.pauses ?? '{}',
    plan_type: person.planType ?? null,
    created_at: createdAt,
    updated_at: updatedAt,
  });
  if (person.contractStatus) await addOffer(sql, companyId, id, person.contractStatus);
  for (const month of person.tickets ?? []) await addTicket(sql, companyId, id, `${month}-01`);
  for (const { integrationId, hrId = null, ended } of person.links ?? [])
    await insertRow(sql, 'hr_links', {
      company_id: companyId,
      employee_id: id,
      integration_id: integrationId,
      type: hrId ? 'hr-integration' : 'custom',
      hr_id: hrId,
      start_date: hrId && '2020-01-01',
      first_seen_on: hrId && '2020-01-01',
      ended_at: ended ? '2026-10-01T00:00:00Z' : null,
    });
  return id;
}

type Row = Record<string, string | number | boolean | null>;

async function insertRow(sql: Sql, table: 'employees' | 'hr_links', row: Row): Promise<number> {
  const [inserted] = await sql<{ id: number }[]>`insert into ${sql(table)} ${sql(row)} returning id`;
  if (!inserted) throw new Error(`insert into ${table} returned nothing`);
  return inserted.id;
}

async function addOffer(sql: Sql, companyId: number, employeeId: number, status: string): Promise<void> {
  await sql`
    with offer as (
      insert into contract_offers (
        company_id, employee_id, reason, plan_type, status, planned_start, offered_on, text_version,
        text_digest, decided_at)
      select id, ${employeeId}, 'enrolment', 'split-pay-plan', ${status}, '2026-12-01',
        business_date(time_zone, clock_frozen_on), '1', sha256('text'), ${status === 'pending' ? null : new Date()}
      from companies where id = ${companyId}
      returning id, status
    )
    update employees e set offer_id = offer.id, contract_status = offer.status
    from offer where e.company_id = ${companyId} and e.id = ${employeeId}`;
}

async function addTicket(sql: Sql, companyId: number, employeeId: number, month: string): Promise<void> {
  await sql`
    insert into tickets (company_id, employee_id, month, valid_from, valid_until)
    values (${companyId}, ${employeeId}, ${month}, ${month},
      (${month}::date + interval '1 month')::date - 1)`;
}

interface TestDocument {
  employeeId: number;
  name?: string;
  fileType?: FileType;
  downloadable?: boolean;
  createdAt?: string;
  bytes?: Buffer;
}

export async function addDocument(
  { database }: TestService,
  companyId: number,
  document: TestDocument,
): Promise<number> {
  const { employeeId, name = 'Receipt', fileType = 'pdf', downloadable = true } = document;
  const { bytes = Buffer.from('bytes'), createdAt = '2026-01-01T00:00:00Z' } = document;
  return await database.sql.begin(async (tx) => {
    const id = await storeUpload(tx, companyId, { employeeId, name, fileType, downloadable }, bytes);
    await tx`
      update documents set created_at = ${createdAt}, updated_at = ${createdAt} where company_id = ${companyId} and id = ${id}`;
    return id;
  });
}
