import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tablesWithoutCompany } from './tables-without-company.ts';

const TABLES = new Set(['companies', 'employees', 'hr_links', 'events', 'tickets']);
const without = (statement: string) => tablesWithoutCompany(statement, TABLES);

/** Statements that say of which company every row is. */
const NAMED = [
  'select from employees where company_id = $1 and id = $2',
  'select name from companies where id = $1',
  'select e.id from employees e where e.company_id = (select $1::bigint) for update of e',
  'select from employees e join hr_links l on l.company_id = e.company_id and l.employee_id = e.id where e.company_id = $1',
  'select from companies c left join employees e on e.company_id = c.id where $1::bigint = c.id',
  'select c.id from companies c where c.id = any($1) and exists (select from events where company_id = c.id)',
  'select from employees e cross join lateral (select from hr_links l where l.company_id = e.company_id) x where e.company_id = $1',
  'select from events where (company_id, id) in (select company_id, id from events where company_id = $1 limit 5)',
  'delete from "events" where company_id = $1 and ("company_id", "id") = ($1, $2)',
  'delete from events v using tickets t where t.company_id = $1 and v.company_id = t.company_id',
  'update tickets t set name = e.name from employees e where t.company_id = e.company_id and e.company_id = $1',
  'update events w set at = now() from unnest($1::bigint[]) as g (company_id) where w.company_id = g.company_id',
  'insert into events (company_id, type) values ($1, $2) on conflict (company_id, id) do update set type = excluded.type',
  'insert into events (company_id, type) select company_id, $1 from employees where company_id = $2',
  `with gone as (delete from tickets where company_id = $1 returning id), noted as (
     insert into events (company_id, data) select $1, id from gone) select count(*) from gone`,
  'select from employees where company_id = $1 union all select from hr_links where company_id = $1',
  'with recursive days (day) as ((select at from events where company_id = $1) union all select day from days) select from days',
  'with events as (select 1) select from events',
  'copy events (company_id, type) from stdin',
  'select extract(epoch from events) from unnest($1::text[]) with ordinality as t (events, place)',
  "select '-- from events' /* from events */ -- from events",
  'select now() is distinct from tickets from employees where company_id = $1 for no key update',
];

/** Statements with the tables whose company they do not say. */
const UNNAMED: [statement: string, ...tables: string[]][] = [
  ['select from employees where id = $1', 'employees'],
  ['select id from companies order by id', 'companies'],
  ['update employees e set name = $1 where e.id = $2', 'employees'],
  ['delete from events', 'events'],
  ['insert into events (type) values ($1)', 'events'],
  ['insert into events (company_id, type) select id, $1 from companies', 'companies'],
  ['select from employees e join hr_links l on l.employee_id = e.id where e.company_id = $1', 'hr_links'],
  ['select from employees e, hr_links l where e.company_id = $1', 'hr_links'],
  ['select from employees e join hr_links l on l.company_id = e.company_id', 'employees', 'hr_links'],
  ['select from employees where company_id not in ($1)', 'employees'],
  ['select from employees where company_id > $1', 'employees'],
  ['select company_id, count(*) from employees where id = any($1) group by company_id', 'employees'],
  [
    'select from employees where company_id = $1 and exists (select from tickets t where t.id = $2)',
    'tickets',
  ],
  ['select from employees where company_id = $1 union all select from hr_links', 'hr_links'],
  ['select from companies c where id = $1 and exists (select from employees where id = c.id)', 'employees'],
  ['select from (select id from employees) e where e.company_id = $1', 'employees'],
  ['with one as (select id from employees where id = $1) select from one', 'employees'],
  ['select from (employees e join hr_links l on l.company_id = $1)', 'employees'],
  ['copy "events" ("company_id", "type") to stdout', 'events'],
  ['begin; update events set type = $1', 'events'],
];

describe('tables without a company', () => {
  for (const statement of NAMED)
    it(`there are none in: ${statement}`, () => {
      assert.deepEqual(without(statement), []);
    });

  for (const [statement, ...tables] of UNNAMED)
    it(`${tables.join(' and ')} in: ${statement}`, () => {
      assert.deepEqual(without(statement), tables);
    });
});
