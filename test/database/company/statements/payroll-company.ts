import assert from 'node:assert/strict';
import type { DatevClient } from '../../../../src/company/payroll/datev-clients-sql.ts';
import type { PlanType } from '../../../../src/domain/plans/plan-types.ts';
import { createPortalUser } from '../../portal/portal.ts';
import type { TestService } from '../../support/service.ts';
import type { TestCompany } from '../../support/test-company.ts';

/** The settings of a company without legal entities. */
export const DATEV_CLIENT: DatevClient = {
  legalEntity: '',
  adviserNumber: 1_234_567,
  clientNumber: 12_345,
  withheldWageType: 9010,
  withheldKey: 3,
  taxFreeWageType: 9020,
  taxFreeKey: 2,
};

export interface Payroll {
  personnelNumber?: string;
  costCentre?: string;
  legalEntity?: string;
}

/** Somebody with a ticket from this day on, listed with these payroll fields. */
export async function subscribe(
  { sql, id: companyId, integrationIds }: TestCompany,
  name: string,
  {
    plan,
    start,
    hrId = `P-${name}`,
    payroll,
  }: { plan: PlanType; start: string; hrId?: string; payroll?: Payroll },
): Promise<number> {
  const [person] = await sql<{ id: number }[]>`
    insert into employees (company_id, first_name, last_name, email, date_of_birth, plan_type, term_number, term_start)
    values (${companyId}, 'Ada', ${name}, ${`${name}@example.com`}, '1990-01-01', ${plan}, 1, ${start}) returning id`;
  assert(person);
  await sql`
    insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, first_seen_on, payroll)
    values (${companyId}, ${person.id}, ${integrationIds[0] ?? 0}, 'hr-integration', ${hrId}, '2020-01-01', ${start},
      ${payroll ? sql.json({ ...payroll }) : null})`;
  return person.id;
}

/** Refunds the ticket of a month, booked in another one. */
export async function refundLater(
  { sql, id: companyId }: TestCompany,
  employeeId: number,
  { month, bookedIn }: { month: string; bookedIn: string },
): Promise<void> {
  await sql`
    insert into charges (company_id, employee_id, kind, month, booked_in, plan_type, price_cents, discount_cents,
      employer_cents, employee_cents, reverses, personnel_number, cost_centre, legal_entity)
    select company_id, employee_id, 'reversal', month, ${`${bookedIn}-01`}, plan_type, -price_cents, -discount_cents,
      -employer_cents, -employee_cents, id, personnel_number, cost_centre, legal_entity
    from charges where company_id = ${companyId} and employee_id = ${employeeId} and month = ${`${month}-01`}`;
}

export type Row = Record<string, string>;

/** Reads the English files of a company as a spreadsheet does. No cell of these tests has a quote or a line feed. */
export async function fileReader(service: TestService, companyId: number) {
  const user = await createPortalUser(service, companyId, 'payroll');
  const read = async (path: string): Promise<Row[]> => {
    const answer = await user.send(`${path}${path.includes('?') ? '&' : '?'}language=en`);
    assert.equal(answer.statusCode, 200, answer.body);
    const [headings = [], ...rows] = answer.body
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.slice(1, -1).split('","'));
    return rows.map((row) =>
      Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? ''])),
    );
  };
  return { user, read };
}
