import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeUser } from '../../../src/accounts/create-user.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { startBulkAction } from '../../../src/views/bulk-actions/start.ts';
import { TestCompany } from '../../database/support/test-company.ts';
import { createTestDatabase } from '../../database/support/test-database.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { until } from '../../pure/support/until.ts';
import { holdInsert } from '../support/hold-insert.ts';
import { beginServing, makePlace } from '../support/program.ts';

const { sql, server } = await createTestDatabase();
const place = await makePlace({
  DATABASE_URL: urlOf(server.target),
  SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U',
});
const startWorker = () => beginServing(place, {}, '--role', 'worker');

/** More than one batch. */
const PEOPLE = 600;

test('a process killed with -9 during an action about many people: another one acts upon everybody exactly once', async () => {
  const { id: companyId } = await TestCompany.create(sql, '2031-03-10', {});
  const people = await sql<{ id: number }[]>`
    insert into employees (company_id, first_name, last_name, email, date_of_birth, term_number, term_start, told_status)
    select ${companyId}, 'Ada', 'P' || n, 'p' || n || '@example.com', '1990-01-01', 1, '2031-01-01', 'active'
    from generate_series(1, ${PEOPLE}::int) n returning id`;
  const ids = people.map(({ id }) => id);
  const user = { email: 'admin@example.com', role: 'admin', passwordHash: 'none' } as const;
  const { id: userId } = await storeUser(sql, companyId, OPERATOR, user);
  const order = { action: 'pause', input: {}, ids, expected: PEOPLE } as const;
  await sql.begin((tx) => startBulkAction(tx, companyId, { type: 'portal-user', id: userId }, order));

  const state = async () => {
    const [found] = await sql<{ done: number; waiting: number; paused: number; finished: boolean }[]>`
      select (select count(*) from bulk_action_people where outcome = 'done') as done,
        (select count(*) from bulk_action_people where outcome is null) as waiting,
        (select count(*) from employees where pauses_person <> '{}') as paused,
        (select finished_at is not null from bulk_actions) as finished`;
    return found;
  };

  // The process dies in its second batch, while it records what it has done.
  const last = Math.max(...ids);
  const held = await holdInsert(
    sql,
    'audit_log',
    `new.subject_id = ${last} and new.action = 'subscription-paused'`,
  );
  const killed = startWorker();
  await held.reached();
  await killed.killHard();
  await held.release();
  assert.deepEqual(await state(), { done: 500, waiting: 100, paused: 500, finished: false });

  const next = startWorker();
  await until('nobody is left', async () => (await state())?.finished === true);
  assert.deepEqual(await state(), { done: PEOPLE, waiting: 0, paused: PEOPLE, finished: true });
  const [told] = await sql<{ entries: number; people: number; pauses: number }[]>`
    select count(*) as entries, count(distinct subject_id) as people,
      (select count(distinct pauses_person) from employees) as pauses
    from audit_log where action = 'subscription-paused' and actor_id = ${userId}`;
  assert.deepEqual(told, { entries: PEOPLE, people: PEOPLE, pauses: 1 });
  await next.stop();
});
