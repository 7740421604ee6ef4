import assert from 'node:assert/strict';
import { createCompany } from '../../../src/company/companies/create-company.ts';
import { moveClock } from '../../../src/company/companies/move-clock.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import type { CompanyDay, OpenDay } from '../../../src/domain/day/company-day.ts';
import type { PlanType } from '../../../src/domain/plans/plan-types.ts';
import type { Employee } from '../../../src/people/employees/employee.ts';
import { selectEmployees } from '../../../src/people/employees/employees-sql.ts';
import type { Pool, Transaction } from '../../../src/platform/db/types.ts';
import { inDay } from '../../../src/tickets/issue/open-day.ts';
import { followHrFacts } from '../../../src/tickets/subscriptions/follow-hr-facts.ts';
import type { HrDecision } from '../../../src/tickets/subscriptions/hr-facts-sql.ts';
import type { Absence } from '../../pure/models/absences.ts';
import { withKinds } from './with-kinds.ts';

export interface Facts {
  startDate?: string;
  terminationDate?: string | null;
  autoSync?: boolean | null;
  absences?: Absence[];
}

/** The facts of one employee in a roster, or null if the roster omits the employee. */
export interface Listing {
  id: number;
  integration?: number;
  facts: Facts | null;
  /** The personnel number, unless it is the id. */
  hrId?: string;
}

export interface TestTicket {
  id: number;
  month: string;
  validFrom: string;
  validUntil: string;
  isVoid: boolean;
}

/** A company with a frozen clock. `roster` does in short form what a sync does. */
export class TestCompany {
  readonly sql: Pool;
  readonly id: number;
  readonly integrationIds: readonly number[];

  private constructor(sql: Pool, id: number, integrationIds: readonly number[]) {
    this.sql = sql;
    this.id = id;
    this.integrationIds = integrationIds;
  }

  static async create(
    sql: Pool,
    today: string,
    options: { autoEnrol?: boolean; planType?: PlanType; subsidyCents?: number; integrations?: number } = {},
  ): Promise<TestCompany> {
    const { autoEnrol = true, planType = 'fully-subsidized-plan', subsidyCents = 2_000 } = options;
    const { id } = await createCompany(sql, OPERATOR, {
      name: 'Beispiel GmbH',
      autoEnrol,
      planType,
      subsidyCents,
    });
    await sql`update companies set clock_frozen_on = ${today} where id = ${id}`;
    const integrationIds: number[] = [];
    for (let number = 0; number < (options.integrations ?? 1); number++)
      integrationIds.push(
        await createIntegration(sql, id, OPERATOR, { name: `HR ${number}`, type: 'api-integration' }),
      );
    return new TestCompany(sql, id, integrationIds);
  }

  /**
   * Inserts the employee without the service, because the service would open the company's day; tests decide
   * when to open it.
   */
  async addPerson(planType: PlanType | null = null): Promise<number> {
    const [person] = await this.sql<{ id: number }[]>`
      insert into employees (company_id, first_name, last_name, email, date_of_birth, plan_type)
      values (${this.id}, 'Ada', 'Beispiel', 'ada@example.com', '1990-01-01', ${planType}) returning id`;
    assert(person);
    return person.id;
  }

  async tieByHand(id: number, integration: number): Promise<void> {
    await this.sql`
      insert into hr_links (company_id, employee_id, integration_id, type)
      values (${this.id}, ${id}, ${this.integrationIds[integration] ?? 0}, 'custom')`;
  }

  /** Runs the work in a transaction in which the company's day is open. */
  async open<T>(work: (tx: Transaction, day: OpenDay) => Promise<T>): Promise<T> {
    const result = await this.sql.begin((tx) => inDay(tx, this.id, 'unlimited', (day) => work(tx, day)));
    return result as T;
  }

  async roster(listings: readonly Listing[], more: readonly number[] = []): Promise<HrDecision[]> {
    return await this.open((tx, day) => this.applyRoster(tx, day, listings, more));
  }

  /**
   * Writes the facts to the links, then follows the HR facts of these employees and of `more`, whose facts
   * are unchanged.
   */
  async applyRoster(
    tx: Transaction,
    day: OpenDay,
    listings: readonly Listing[],
    more: readonly number[] = [],
  ): Promise<HrDecision[]> {
    const ids = [...new Set([...listings.map(({ id }) => id), ...more])];
    const before = await tx`
      select id as link_id, absences from hr_links
      where company_id = ${this.id} and employee_id = any(${ids}::bigint[]) and ended_at is null
        and type = 'hr-integration'`;
    for (const { id, integration = 0, facts, hrId = String(id) } of listings) {
      const integrationId = this.integrationIds[integration] ?? 0;
      if (facts) await this.#list(tx, day, { id, hrId, integrationId }, facts);
      else
        await tx`
          update hr_links set ended_at = now()
          where company_id = ${this.id} and employee_id = ${id} and integration_id = ${integrationId}
            and ended_at is null`;
    }
    const absencesBefore = tx`
      select * from jsonb_to_recordset(${tx.json(before as never)}) as b (link_id bigint, absences jsonb)`;
    return await followHrFacts(tx, day, ids, { cause: 'roster', absencesBefore });
  }

  async #list(
    tx: Transaction,
    day: CompanyDay,
    { id, hrId, integrationId }: { id: number; hrId: string; integrationId: number },
    facts: Facts,
  ): Promise<void> {
    const { startDate = '2020-01-01', terminationDate = null, autoSync = null } = facts;
    const absences = tx.json(withKinds(facts.absences ?? []) as never);
    const updated = await tx`
      update hr_links l set start_date = ${startDate}, termination_date = ${terminationDate},
        absences = ${absences},
        first_seen_on = case
          when ended_at is null
            and coalesce(auto_sync, i.auto_sync_default) >= coalesce(${autoSync}::boolean, i.auto_sync_default)
          then first_seen_on else ${day.today} end,
        auto_sync = ${autoSync}, ended_at = null, hr_id = ${hrId}
      from hr_integrations i
      where l.company_id = ${this.id} and l.employee_id = ${id} and l.integration_id = ${integrationId}
        and l.type = 'hr-integration' and i.company_id = l.company_id and i.id = l.integration_id
      returning l.id`;
    if (updated.length === 0)
      await tx`
        insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date,
          termination_date, auto_sync, absences, first_seen_on)
        values (${this.id}, ${id}, ${integrationId}, 'hr-integration', ${hrId}, ${startDate},
          ${terminationDate}, ${autoSync}, ${absences}, ${day.today})`;
  }

  async on(date: string): Promise<void> {
    await moveClock(this.sql, 'staging', this.id, OPERATOR, date);
  }

  async read(id: number): Promise<Employee> {
    const [employee] = await selectEmployees(this.sql, this.id, [id]);
    assert(employee);
    return employee;
  }

  async tickets(id: number): Promise<TestTicket[]> {
    return await this.sql<TestTicket[]>`
      select id, to_char(month, 'YYYY-MM') as month, valid_from as "validFrom", valid_until as "validUntil",
        voided_at is not null as "isVoid"
      from tickets where company_id = ${this.id} and employee_id = ${id} order by id`;
  }

  /** Returns the months of the tickets that are not void. */
  async ticketMonths(id: number): Promise<string[]> {
    return (await this.tickets(id)).filter(({ isVoid }) => !isVoid).map(({ month }) => month);
  }

  /** Returns all rows of the company, so that a test can show that nothing has changed. */
  async everything(): Promise<unknown> {
    const tables = [
      'employees',
      'past_terms',
      'contract_offers',
      'hr_links',
      'tickets',
      'charges',
      'documents',
      'audit_log',
    ];
    const stored: unknown[] = [];
    for (const table of tables)
      stored.push(
        await this.sql`select * from ${this.sql(table)} where company_id = ${this.id} order by 1, 2, 3`,
      );
    // The number says only that passes are to be compared.
    const [{ pass_facts: _, ...company } = {}] = await this
      .sql`select * from companies where id = ${this.id}`;
    stored.push(company);
    return stored;
  }
}

/** Compares only the fields of `expected`. */
export function shows(actual: object, expected: object): void {
  assert.deepEqual({ ...actual, ...expected }, actual);
}
