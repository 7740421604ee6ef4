import { testWebhooks, WebhookCompany } from '../../../database/notifications/webhooks/webhooks.ts';
import { faultUnless } from '../fault.ts';
import { holdStatement, reaching } from '../hold.ts';
import type { Kind } from '../kind.ts';

const EVENTS = 120;
/** Requests that are repeated after a kill, of an endpoint: those that were sent while the last note was written. */
const MAX_REPEATED = 33;

/** The service numbers events and delivers them, in order. */
export const webhooks: Kind = {
  name: 'webhooks',
  async prepare(installation) {
    const { sql } = installation;
    const made = testWebhooks();
    const companies = [await WebhookCompany.create(sql, made), await WebhookCompany.create(sql, made)];
    let kills = 0;
    /** The number of the last event of earlier rounds. */
    let before = 0;
    const newOnes = ({ receiver }: WebhookCompany) => receiver.accepted().filter((id) => id > before);
    return {
      async start() {
        kills = 0;
        before = companies[0]?.told ?? 0;
        for (const { receiver } of companies) {
          receiver.received.length = 0;
          receiver.accepted().length = 0;
        }
        await Promise.all(companies.map((company) => company.emit(EVENTS)));
      },
      async hold(random) {
        if (random.chance(0.5))
          return reaching(
            () => Math.max(...companies.map(({ receiver }) => receiver.received.length)),
            1 + random.below(EVENTS - 30),
          );
        // The numberer gives the last event its number: it is in the middle of its transaction.
        const [company] = companies;
        const last = (company?.told ?? 0) + EVENTS;
        return await holdStatement(
          installation,
          'update',
          'events',
          `new.company_id = ${company?.companyId} and new.number = ${last}`,
        );
      },
      async wasInterrupted() {
        kills += 1;
        const claimed = await sql`
          select 1 from webhook_endpoints where company_id = any(${companies.map(({ companyId }) => companyId)}::bigint[]) and claim is not null`;
        const some = companies.some((company) => {
          const { length } = newOnes(company);
          return length > 0 && length < EVENTS;
        });
        return claimed.length > 0 || some;
      },
      async isDone() {
        for (const company of companies)
          if (newOnes(company).length < EVENTS || (await company.lastNumber()) < company.told) return false;
        return true;
      },
      async check() {
        const expected = Array.from({ length: EVENTS }, (_, index) => before + index + 1);
        for (const company of companies) {
          const { receiver, companyId } = company;
          const accepted = newOnes(company);
          for (const id of expected) faultUnless(accepted.includes(id), 'lost', `event ${id} did not arrive`);
          faultUnless(String(accepted) === String(expected), 'half', `events in the order ${accepted}`);
          faultUnless(receiver.forged === 0, 'half', 'a signature is wrong');
          const repeated = receiver.received.length - EVENTS;
          faultUnless(
            repeated <= kills * MAX_REPEATED,
            'doubled',
            `${repeated} requests were repeated after ${kills} kills`,
          );
          const numbered = await sql<{ number: number; employeeId: number }[]>`
            select number, (data ->> 'employeeId')::int as "employeeId" from events
            where company_id = ${companyId} and number > ${before} order by number`;
          const inOrder = numbered.every(
            ({ number, employeeId }, index) => number === expected[index] && employeeId === number,
          );
          faultUnless(numbered.length === EVENTS && inOrder, 'half', 'numbers have gaps or another order');
          const [noted] = await sql<{ notes: number; events: number }[]>`
            select count(*) as notes, count(distinct event_number) as events from webhook_deliveries
            where company_id = ${companyId} and event_number > ${before}`;
          faultUnless(noted?.notes === noted?.events, 'doubled', 'a delivery is noted twice');
          faultUnless(noted?.events === EVENTS, 'lost', `${noted?.events} deliveries are noted`);
        }
      },
    };
  },
};
