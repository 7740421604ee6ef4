import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from '/work/main/src/db/connect.ts';
import { openEmbeddedDatabase } from '/work/main/src/db/embedded/open.ts';
import { migrate } from '/work/main/src/db/migrate.ts';
import { createCompany } from '/work/main/src/companies/create-company.ts';
const dataDir = await mkdtemp('/tmp/transit-ex-');
const embedded = await openEmbeddedDatabase({ dataDir, purpose: 'command' });
const { sql, close } = connect(embedded.connection);
await migrate(sql);
const { id } = await createCompany(sql, { type: 'operator' }, { name: 'x' });
await sql`insert into employees (company_id, first_name, last_name, email, date_of_birth, term_number, term_start)
      select ${id}, 'Ada' || n % 997, 'Beispiel' || n % 9973, 'ada' || n || '@beispiel.example', date '1960-01-01' + (n % 15000)::int, 1, '2026-01-01' from generate_series(1,100000) n`;
await sql`vacuum (analyze) employees`;
const show = async (q) => { for (const r of await q) console.log(r['QUERY PLAN']); console.log(); };
for (const analyzed of [true]) {
await sql`truncate tickets`;
if (analyzed) await sql`analyze tickets`;
await show(sql`explain insert into tickets (company_id, employee_id, month, valid_from, valid_until)
 select e.company_id, e.id, ${'2026-11-01'}, ${'2026-11-01'}, first_of_next_month(${'2026-11-01'}) - 1 from employees e
 where e.company_id = ${id} and subscription_entitled(e.term_start, e.term_end_hr, e.term_end_person, e.term_end_contract,
      e.pauses_hr, e.pauses_person, ${'2026-11-01'}::date)
    and not exists (select from tickets t where t.company_id = e.company_id and t.employee_id = e.id and t.month = ${'2026-11-01'})`);
}
await sql`truncate tickets`;
await show(sql`explain insert into tickets (company_id, employee_id, month, valid_from, valid_until)
 select company_id, id, ${'2026-11-01'}, ${'2026-11-01'}, ${'2026-11-30'} from employees e where e.company_id = ${id}`);
await sql`truncate tickets`;
await show(sql`explain (analyze, buffers off) select e.id, plan_in_force(e.plan_type, e.next_plan_type, e.next_plan_from, ${'fully-subsidized-plan'}::text, ${'2026-11-01'}::date) as plan
      from employees e join companies c on c.id = e.company_id
      cross join (select ticket_price_cents(${'2026-11-01'}) as cents) price
      cross join lateral (
        select plan_in_force(e.plan_type, e.next_plan_type, e.next_plan_from, ${'fully-subsidized-plan'}::text, ${'2026-11-01'}::date) as plan
      ) p
      cross join lateral (select employee_contribution_cents(p.plan, price.cents, c.subsidy_cents) as cents) share
      where share.cents > 0 and e.company_id = ${id} and subscription_entitled(e.term_start, e.term_end_hr, e.term_end_person, e.term_end_contract,
      e.pauses_hr, e.pauses_person, ${'2026-11-01'}::date)
    and not exists (select from tickets t where t.company_id = e.company_id and t.employee_id = e.id and t.month = ${'2026-11-01'})`);
await close(); await embedded.close(); await rm(dataDir, { recursive: true, force: true });
