import { storeUser } from '../../../../src/accounts/create-user.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { startBulkAction } from '../../../../src/views/bulk-actions/start.ts';
import { TestCompany } from '../../../database/support/test-company.ts';
import { faultUnless } from '../fault.ts';
import { holdStatement } from '../hold.ts';
import type { Kind } from '../kind.ts';

/** More than one batch. */
const PEOPLE = 600;

/** An admin pauses everybody. */
export const bulkAction: Kind = {
  name: 'bulk action',
  async prepare(installation) {
    const { sql } = installation;
    const { id: companyId } = await TestCompany.create(sql, '2031-03-10');
    const people = await sql<{ id: number }[]>`
      insert into employees (company_id, first_name, last_name, email, date_of_birth, term_number, term_start, told_status)
      select ${companyId}, 'Ada', 'P' || n, 'p' || n || '@example.com', '1990-01-01', 1, '2031-01-01', 'active'
      from generate_series(1, ${PEOPLE}::int) n returning id`;
    const ids = people.map(({ id }) => id);
    const user = { email: `admin-${companyId}@example.com`, role: 'admin', passwordHash: 'none' } as const;
    const { id: userId } = await storeUser(sql, companyId, OPERATOR, user);
    let order = 0;
    let logged = 0;
    const state = async () => {
      const [found] = await sql<{ done: number; people: number; paused: number; finished: boolean }[]>`
        select (select count(*) from bulk_action_people where company_id = ${companyId} and bulk_action_id = ${order} and outcome = 'done') as done,
          (select count(*) from bulk_action_people where company_id = ${companyId} and bulk_action_id = ${order}) as people,
          (select count(*) from employees where company_id = ${companyId} and pauses_person <> '{}') as paused,
          (select finished_at is not null from bulk_actions where company_id = ${companyId} and id = ${order}) as finished`;
      return found ?? { done: 0, people: 0, paused: 0, finished: false };
    };
    return {
      async start() {
        await sql`update employees set pauses_person = '{}' where company_id = ${companyId}`;
        const [log] = await sql<{ last: number }[]>`
          select coalesce(max(id), 0) as last from audit_log where company_id = ${companyId}`;
        logged = log?.last ?? 0;
        const wanted = { action: 'pause', input: {}, ids, expected: PEOPLE } as const;
        order = await sql.begin((tx) =>
          startBulkAction(tx, companyId, { type: 'portal-user', id: userId }, wanted),
        );
      },
      // In the second batch, while it records what it has done.
      hold: () =>
        holdStatement(
          installation,
          'insert',
          'audit_log',
          `new.company_id = ${companyId} and new.subject_id = ${Math.max(...ids)} and new.action = 'subscription-paused'`,
        ),
      async wasInterrupted() {
        const { done, paused, finished } = await state();
        faultUnless(done === paused, 'half', `${done} are done and ${paused} are paused`);
        const [claimed] = await sql`
          select 1 from bulk_actions where company_id = ${companyId} and id = ${order} and claimed_until > now() and finished_at is null`;
        return !finished && (done > 0 || claimed !== undefined);
      },
      isDone: async () => (await state()).finished,
      async check() {
        const found = await state();
        faultUnless(found.done === PEOPLE && found.paused === PEOPLE, 'lost', JSON.stringify(found));
        const [told] = await sql<{ entries: number; people: number }[]>`
          select count(*) as entries, count(distinct subject_id) as people from audit_log
          where company_id = ${companyId} and id > ${logged} and action = 'subscription-paused' and actor_id = ${userId}`;
        faultUnless(told?.people === PEOPLE, 'lost', `the log has ${told?.people} people`);
        faultUnless(told.entries === PEOPLE, 'doubled', `the log has ${told.entries} entries`);
      },
    };
  },
};
