import { createKey } from '../../../../src/company/api-keys/create-key.ts';
import { PERMISSIONS } from '../../../../src/company/api-keys/permissions.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { TestCompany } from '../../../database/support/test-company.ts';
import { post } from '../../support/program.ts';
import { Client, sendUntil } from '../client.ts';
import { faultUnless } from '../fault.ts';
import { holdStatement } from '../hold.ts';
import type { Kind } from '../kind.ts';
import { firstOf } from '../months.ts';

const PEOPLE = 300;

/** A month begins and everybody gets a ticket: by the ticker of a node that starts, or by a request that moves the clock. */
export const issue: Kind = {
  name: 'monthly issue',
  async prepare(installation) {
    const { sql, urls } = installation;
    const company = await TestCompany.create(sql, firstOf(0));
    const companyId = company.id;
    await sql`
      insert into employees (company_id, first_name, last_name, email, date_of_birth, term_number, term_start)
      select ${companyId}, 'Ada', 'P' || n, 'p' || n || '@example.com', '1990-01-01', 1, '2026-01-01'
      from generate_series(1, ${PEOPLE}::int) n`;
    // Or else the ticker of the first node issues this month, and may wait at the first round's moment with the company locked.
    await company.on(firstOf(0));
    const key = await createKey(sql, companyId, OPERATOR, {
      environment: 'staging',
      name: 'test',
      permissions: PERMISSIONS,
    });
    let month = 0;
    const client = new Client();
    const move = (date: string) =>
      sendUntil(
        () => post(`${urls()[0]}/test-clock`, key, JSON.stringify({ date })),
        (answer) => answer?.status === 200,
      );
    const issued = async () => {
      const [found] = await sql<{ tickets: number; people: number; charges: number; told: number }[]>`
        select count(*) as tickets, count(distinct employee_id) as people,
          (select count(*) from charges c where c.company_id = ${companyId} and c.month = ${firstOf(month)}) as charges
        from tickets where company_id = ${companyId} and month = ${firstOf(month)}`;
      return found ?? { tickets: 0, people: 0, charges: 0, told: 0 };
    };
    return {
      async start(random) {
        month += 1;
        if (random.chance(0.5)) {
          // As if the night had passed. The ticker sees it when a node starts, and a request when it opens the day.
          await sql`update companies set clock_frozen_on = ${firstOf(month)} where id = ${companyId}`;
        }
        client.begin(() => move(firstOf(month)));
      },
      hold: () => holdStatement(installation, 'insert', 'charges', `new.company_id = ${companyId}`),
      async wasInterrupted() {
        const notes = await sql`select 1 from running_changes where company_id = ${companyId}`;
        const { tickets, charges } = await issued();
        faultUnless(tickets === 0 || tickets === PEOPLE, 'half', `${tickets} tickets`);
        faultUnless(charges === tickets, 'half', `${charges} charges of ${tickets} tickets`);
        return notes.length > 0 && tickets === 0;
      },
      async isDone() {
        if (!client.hasEnded()) return false;
        return true;
      },
      async check() {
        const { tickets, people, charges } = await issued();
        faultUnless(people === PEOPLE, 'lost', `${people} people have a ticket`);
        faultUnless(tickets === PEOPLE, 'doubled', `${tickets} tickets`);
        faultUnless(charges >= PEOPLE, 'lost', `${charges} charges`);
        faultUnless(charges === PEOPLE, 'doubled', `${charges} charges`);
      },
    };
  },
};
