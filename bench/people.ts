import { createCompany } from '../src/company/companies/create-company.ts';
import { createIntegration } from '../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../src/domain/audit/record-change.ts';
import type { Pool } from '../src/platform/db/types.ts';
import { progress } from './progress.ts';

export interface BenchCompany {
  companyId: number;
  people: number;
  /** The first integration links nearly all people, the second one in seven. */
  integrationIds: [number, number];
  /** The ids of all people lie between these two, without gaps. */
  firstId: number;
  lastId: number;
}

const FIRST_NAMES =
  `Anna Björn Carla Daniel Elif Fabian Greta Hannah Ilse Jörg Katharina Lukas Mehmet Nora Özlem Paul
  Quirin René Sophie Thomas Ulrike Václav Wiebke Xenia Yusuf Zoë Jürgen Käthe Günther Sören`.split(/\s+/);
const LAST_NAMES =
  `Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter
  Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Werner Krause Lehmann Köhler Kaiser
  Fuchs Scholz Möller Weiß Jung Hahn Keller Vogel Yılmaz Nowak Groß Böhm Dvořák Lindqvist`.split(/\s+/);

const CHUNK = 25_000;

/**
 * Fills a realistic company: most people active, some in every other state, two monthly tickets, one or two
 * links.
 */
export async function fillCompany(sql: Pool, name: string, people: number): Promise<BenchCompany> {
  const { id: companyId } = await createCompany(sql, OPERATOR, { name, subsidyCents: 2_000 });
  const integrationIds: [number, number] = [
    await createIntegration(sql, companyId, OPERATOR, { name: 'Personio', type: 'hr-integration' }),
    await createIntegration(sql, companyId, OPERATOR, { name: 'Payroll', type: 'api-integration' }),
  ];
  for (const integrationId of integrationIds) await recordRun(sql, companyId, integrationId);
  for (let from = 1; from <= people; from += CHUNK) {
    progress(`${name}: filling ${from - 1} of ${people} people`);
    await addPeople(sql, companyId, integrationIds, from, Math.min(from + CHUNK - 1, people));
  }
  progress(`${name}: vacuum analyze`);
  await vacuumAnalyze(sql);
  const [range] = await sql<{ firstId: number; lastId: number }[]>`
    select min(id) as "firstId", max(id) as "lastId" from employees where company_id = ${companyId}`;
  if (!range) throw new Error('the company was not filled');
  return { companyId, people, integrationIds, ...range };
}

async function recordRun(sql: Pool, companyId: number, integrationId: number): Promise<void> {
  await sql`
    with run as (
      insert into sync_runs (company_id, integration_id, sync_id, accept_seq, status, accepted_at,
        finished_at)
      values (${companyId}, ${integrationId}, 'nightly-' || ${integrationId}, 1, 'succeeded', now(), now())
      returning id
    )
    update hr_integrations set last_accept_seq = 1, last_run_id = run.id, last_applied_run_id = run.id
    from run where company_id = ${companyId} and hr_integrations.id = ${integrationId}`;
}

/**
 * Inserts all rows of some people in one statement. Hashes of the number choose `kind`, `mark` and the names,
 * so that every run has the same people and adjacent rows differ.
 */
async function addPeople(
  sql: Pool,
  companyId: number,
  [main, second]: [number, number],
  from: number,
  to: number,
): Promise<void> {
  await sql`
    with numbered as (
      select n, current_date as today, date_trunc('month', current_date)::date as month,
        abs(hashint8(n) % 100) as kind, abs(hashint8(n + 1000000007) % 100) as mark,
        case when n % 40000 = 17 then 'Wolkenstein'
          else (${LAST_NAMES}::text[])[1 + abs(hashint8(n + 2000000011) % ${LAST_NAMES.length})]
        end as last_name,
        (${FIRST_NAMES}::text[])[1 + abs(hashint8(n + 3000000019) % ${FIRST_NAMES.length})] as first_name
      from generate_series(${from}::bigint, ${to}::bigint) n
    ), people as materialized (
      select p.*, nextval('employees_id_seq') as id,
        case when mark < 30 then nextval('contract_offers_id_seq') end as offer_id,
        case when mark < 24 then 'accepted' when mark < 28 then 'pending' when mark < 30 then 'rejected'
        end as contract_status
      from numbered p
    ), inserted as (
      insert into employees (
        company_id, id, first_name, last_name, email, date_of_birth,
        term_number, term_start, term_end_person, pauses_person, plan_type, offer_id, contract_status,
        created_at, updated_at)
      overriding system value
      select ${companyId}, id, first_name, last_name,
        translate(lower(first_name || '.' || last_name), 'äöüßéëáıřşç', 'aouseeairsc') || n || '@beispiel.example',
        date '1960-01-01' + (abs(hashint8(n + 5)) % 15000),
        case when kind between 93 and 95 then 0 else 1 end,
        case when kind between 93 and 95 then null
          when kind between 96 and 97 then month + interval '1 month'
          else month - make_interval(months => 1 + mark % 24) end,
        case when kind between 80 and 87 then month - make_interval(months => mark % 2)
          when kind between 88 and 89 then month + interval '2 months' end,
        case when kind between 90 and 92
            then datemultirange(daterange(month, (month + interval '2 months')::date))
          when kind between 98 and 99
            then datemultirange(daterange((month + interval '1 month')::date, (month + interval '3 months')::date))
          else '{}' end,
        case when mark < 20 then 'deferred-plan' when mark < 30 then 'split-pay-plan' end,
        offer_id, contract_status, now() - make_interval(secs => 94e6 - n * 60),
        now() - make_interval(secs => abs(hashint8(n + 11)) % 7776000)
      from people
    ), offered as (
      insert into contract_offers (
        company_id, id, employee_id, reason, plan_type, status, planned_start, offered_on, text_version,
        text_digest, decided_at)
      overriding system value
      select ${companyId}, offer_id, id, 'enrolment',
        case when mark < 20 then 'deferred-plan' else 'split-pay-plan' end,
        contract_status, month, current_date, '2026-01', sha256('contract'),
        case when contract_status <> 'pending' then now() end
      from people where offer_id is not null
    ), ticketed as (
      insert into tickets (company_id, employee_id, month, valid_from, valid_until)
      select ${companyId}, id, ticket.month, ticket.month, (ticket.month + interval '1 month')::date - 1
      from people, lateral (
        select month where kind < 80 or kind in (88, 89, 98, 99)
        union all select (month - interval '1 month')::date where kind not between 93 and 97
      ) ticket (month)
    )
    insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, first_seen_on,
      ended_at)
    select ${companyId}, id, link.integration_id, link.type, link.hr_id,
      case when link.hr_id is not null then month - 400 end,
      case when link.hr_id is not null then month - 400 end, link.ended_at
    from people, lateral (
      select ${main}::bigint, 'hr-integration', 'P' || lpad(n::text, 8, '0'),
        case when kind between 80 and 87 then now() end where mark < 90
      union all select ${second}::bigint, 'hr-integration', 'PAY-' || n, null where mark between 85 and 97
      union all select ${second}::bigint, 'custom', null, null where mark between 78 and 80
    ) link (integration_id, type, hr_id, ended_at)`;
}

/** Does the work of autovacuum, which would run too late for the benchmark. */
async function vacuumAnalyze(sql: Pool): Promise<void> {
  const connection = await sql.reserve();
  await connection`set statement_timeout = 0`;
  await connection`vacuum (analyze)`;
  await connection`set statement_timeout to default`;
  connection.release();
}
