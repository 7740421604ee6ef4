import assert from 'node:assert/strict';
import type { CompanySettings } from '../../../../src/company/companies/companies-sql.ts';
import { moveClock } from '../../../../src/company/companies/move-clock.ts';
import { createGroup } from '../../../../src/company/groups/create-group.ts';
import { setGroup } from '../../../../src/company/groups/set-group.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import type { Payroll } from '../../../../src/domain/person/payroll-fields.ts';
import type { GroupSettings } from '../../../../src/tickets/groups/group.ts';
import { answerOffer } from '../../../../src/tickets/subscriptions/answer-offer.ts';
import type { TestService } from '../../support/service.ts';
import { createSyncingCompany, type Entry, entry } from '../../support/syncing-company.ts';

/** An entry with payroll fields. */
export const listed = (hrId: string, payroll: Payroll = {}, other: Partial<Entry> = {}) => ({
  ...entry(hrId, other),
  ...payroll,
});

/** A group with a subsidy of 30.00 and the split-pay plan, unless told otherwise. */
export const group = (name: string, other: Partial<GroupSettings> = {}): GroupSettings => ({
  name,
  subsidyCents: 3_000,
  defaultPlanType: 'split-pay-plan',
  offeredPlanTypes: [],
  rule: {},
  ...other,
});

/** A company whose people pay a share: price 63.00, subsidy 20.00, discount 3.15, so 39.85 in the month. */
export async function createGroupedCompany(service: TestService, settings: CompanySettings = {}) {
  const company = await createSyncingCompany(service, {
    planType: 'split-pay-plan',
    subsidyCents: 2_000,
    ...settings,
  });
  const { sql, companyId } = company;
  const idOf = async (hrId: string): Promise<number> => {
    const [link] = await sql<{ id: number }[]>`
      select employee_id as id from hr_links where company_id = ${companyId} and hr_id = ${hrId} order by id desc`;
    assert(link);
    return link.id;
  };
  return {
    ...company,
    idOf,
    create: (given: GroupSettings) => sql.begin((tx) => createGroup(tx, companyId, OPERATOR, given)),
    setGroup: (id: number, given: Partial<GroupSettings>) =>
      sql.begin((tx) => setGroup(tx, companyId, OPERATOR, id, given)),
    on: (day: string) => moveClock(sql, 'staging', companyId, OPERATOR, day),
    /** The name of everybody's group by personnel number; null: none. */
    groups: async (): Promise<Record<string, string | null>> => {
      const rows = await sql<{ hrId: string; name: string | null }[]>`
        select l.hr_id as "hrId", g.name from hr_links l
        join employees e on e.company_id = l.company_id and e.id = l.employee_id
        left join groups g on g.company_id = e.company_id and g.id = e.group_id
        where l.company_id = ${companyId} and l.ended_at is null order by l.hr_id`;
      return Object.fromEntries(rows.map(({ hrId, name }) => [hrId, name]));
    },
    /** Accepts or rejects every open offer. */
    answer: async (answer: 'accepted' | 'rejected', hrId?: string) => {
      const only = hrId === undefined ? null : await idOf(hrId);
      const open = await sql<{ id: number; employeeId: number }[]>`
        select id, employee_id as "employeeId" from contract_offers
        where company_id = ${companyId} and status = 'pending' and withdrawn_at is null
          and (${only}::bigint is null or employee_id = ${only}) order by id`;
      for (const { id, employeeId } of open)
        await sql.begin((tx) => answerOffer(tx, companyId, id, { type: 'employee', id: employeeId }, answer));
      return open.length;
    },
    /** The open offers, as reason, plan, month and the employee's share. */
    offers: async (): Promise<string[]> => {
      const rows = await sql<{ offer: string }[]>`
        select l.hr_id || ' ' || o.reason || ' ' || o.plan_type || ' ' || to_char(o.planned_start, 'YYYY-MM') || ' '
          || (o.terms ->> 'contributionCents') as offer
        from contract_offers o
        join hr_links l on l.company_id = o.company_id and l.employee_id = o.employee_id and l.ended_at is null
        where o.company_id = ${companyId} and o.status = 'pending' and o.withdrawn_at is null order by l.hr_id, o.id`;
      return rows.map(({ offer }) => offer);
    },
    /** What a month's charges say, by personnel number: group, plan, employer, employee. */
    charges: async (month: string): Promise<Record<string, string>> => {
      const rows = await sql<{ hrId: string; charge: string }[]>`
        select personnel_number as "hrId",
          concat_ws(' ', coalesce(group_name, '–'), plan_type, employer_cents, employee_cents, beyond_subsidy_cents) as charge
        from charges where company_id = ${companyId} and month = ${`${month}-01`}::date and kind = 'charge'
        order by personnel_number`;
      return Object.fromEntries(rows.map(({ hrId, charge }) => [hrId, charge]));
    },
  };
}
