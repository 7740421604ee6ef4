import type { SyncStatus } from '../../company/integrations/integration-types.ts';
import { unresolvedFailure } from '../../company/integrations/latest-runs.ts';
import { VIEW_ACTIONS } from '../../domain/audit/actions.ts';
import { monthFirst } from '../../domain/calendar/months.ts';
import type { CompanyDay } from '../../domain/day/company-day.ts';
import { undeliverable } from '../../domain/mail-queue/undeliverable-sql.ts';
import { leftWithRun } from '../../domain/rules/large-offboarding-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { awaitsAnswer } from '../../tickets/subscriptions/offer-life.ts';

export interface RunLine {
  id: number;
  integrationId: number;
  integrationName: string;
  syncId: string;
  status: Exclude<SyncStatus, 'never'>;
  acceptedAt: Date;
  finishedAt: Date | null;
  entryCount: number;
  counts: Record<string, number>;
  failure: string | null;
}

const LINE = `r.id, i.id as "integrationId", i.name as "integrationName", r.sync_id as "syncId", r.status,
  r.accepted_at as "acceptedAt", r.finished_at as "finishedAt", r.entry_count as "entryCount", r.failure,
  (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(r.counts) where jsonb_typeof(value) = 'number') as counts`;

/** The latest runs of all integrations, newest first. */
export async function selectRecentRuns(sql: Sql, companyId: number, max: number): Promise<RunLine[]> {
  return await sql<RunLine[]>`
    select ${sql.unsafe(LINE)}
    from hr_integrations i
    cross join lateral (
      select * from sync_runs r
      where r.company_id = ${companyId} and r.integration_id = i.id and r.accept_seq is not null
      order by r.accept_seq desc limit ${max}
    ) r
    where i.company_id = ${companyId}
    order by r.accepted_at desc, r.id desc limit ${max}`;
}

export async function selectHeldRuns(sql: Sql, companyId: number): Promise<RunLine[]> {
  return await sql<RunLine[]>`
    select ${sql.unsafe(LINE)}
    from sync_runs r
    join hr_integrations i on i.company_id = r.company_id and i.id = r.integration_id
    where r.company_id = ${companyId} and r.status = 'held'
    order by r.accepted_at desc`;
}

/** A roster with which suspiciously many people left, until somebody has marked it as seen. */
export interface LargeOffboarding {
  id: number;
  integrationId: number;
  integrationName: string;
  people: number;
  outOf: number;
}

const MAX_OFFBOARDINGS = 10;

/** The newest ones: marking one as seen makes room for an older one. */
export async function selectLargeOffboardings(sql: Sql, companyId: number): Promise<LargeOffboarding[]> {
  const { count, outOf } = leftWithRun(sql);
  return await sql<LargeOffboarding[]>`
    select r.id, i.id as "integrationId", i.name as "integrationName", ${count} as people, ${outOf} as "outOf"
    from sync_runs r
    join hr_integrations i on i.company_id = r.company_id and i.id = r.integration_id
    where r.company_id = ${companyId} and r.large_offboarding = 'unseen'
    order by r.id desc limit ${MAX_OFFBOARDINGS}`;
}

/** The failures because of which an integration is in error. */
export async function selectFailedRuns(sql: Sql, companyId: number): Promise<RunLine[]> {
  return await sql<RunLine[]>`
    select ${sql.unsafe(LINE)}
    from hr_integrations i
    ${unresolvedFailure(sql)}
    join sync_runs r on r.company_id = failed.company_id and r.id = failed.id
    where i.company_id = ${companyId} and i.disconnected_at is null
    order by r.accepted_at desc`;
}

export interface WaitingMails {
  count: number;
  /** When the first of them is sent. */
  nextAt: Date;
}

/** Mails that wait because of a limit (docs/mail.md). Those that wait for a conflict are counted with the decisions. */
export async function selectWaitingMails(sql: Sql, companyId: number): Promise<WaitingMails | null> {
  const [found] = await sql<{ count: number; nextAt: Date | null }[]>`
    select count(*)::int as count, min(due_at) as "nextAt" from mails
    where company_id = ${companyId} and state = 'queued' and waits_for is not null and waits_for <> 'conflict'`;
  return found?.nextAt ? { count: found.count, nextAt: found.nextAt } : null;
}

/**
 * Differs after every change of the company's people: people's actions are in the audit log, rosters raise
 * `roster_facts`, tickets are issued through a month. Each part is read by a key.
 */
export async function selectMark(sql: Sql, { companyId, today }: CompanyDay): Promise<string> {
  const [found] = await sql<{ mark: string }[]>`
    select concat_ws(' ', ${today}::text, roster_facts, issued_through,
      (select id from audit_log
       where company_id = ${companyId} and action <> all(${[...VIEW_ACTIONS]}::text[]) order by id desc limit 1)) as mark
    from companies where id = ${companyId}`;
  return found?.mark ?? '';
}

/** The steps of a new company, each by what is there. */
export interface SetUp {
  hasIntegration: boolean;
  /** A key that can send rosters, or a roster that has come. */
  hasDelivery: boolean;
  hasContractData: boolean;
}

export async function selectSetUp(sql: Sql, companyId: number): Promise<SetUp> {
  const [found] = await sql<SetUp[]>`
    select
      exists (select from hr_integrations i where i.company_id = ${companyId}) as "hasIntegration",
      exists (
        select from api_keys k where k.company_id = ${companyId} and k.revoked_at is null and 'add-employees' = any(k.permissions)
      ) or exists (
        select from sync_runs r where r.company_id = ${companyId} and r.accept_seq is not null
      ) as "hasDelivery",
      c.legal_name is not null and c.address is not null and c.tax_number is not null as "hasContractData"
    from companies c where c.id = ${companyId}`;
  return found ?? { hasIntegration: false, hasDelivery: false, hasContractData: false };
}

export interface Figures {
  /** Offers that can still be answered. */
  pendingContracts: number;
  /** Those of them that offer new terms to people who have signed before. */
  pendingNewTerms: number;
  /** Those of them whose link was not mailed, although the company mails its employees: mostly offers from before it did. */
  pendingNotMailed: number;
  /** Offers of new terms count as answered: their people have signed before. */
  answeredContracts: number;
  /** Open or answered. */
  offeredContracts: number;
  /** Offers that nobody answered in time. */
  lapsedContracts: number;
  ticketsThisMonth: number;
}

/** Each person counts with their latest offer. */
export async function selectFigures(sql: Sql, day: CompanyDay): Promise<Figures> {
  const { companyId, today } = day;
  const [figures] = await sql<Figures[]>`
    with offers as (
      select o.id, o.employee_id, o.created_at, o.reason = 'new-terms' as is_new_terms,
        o.status <> 'pending' or o.reason = 'new-terms' as is_answered, ${awaitsAnswer(sql, day)} as is_open
      from employees e
      join contract_offers o on o.company_id = e.company_id and o.id = e.offer_id
      where e.company_id = ${companyId}
    )
    select
      (select count(*) from offers where is_open) as "pendingContracts",
      (select count(*) from offers where is_open and is_new_terms) as "pendingNewTerms",
      (select count(*) from offers o
       where o.is_open and exists (select from companies where id = ${companyId} and mail_employees)
         and not ${isMailed(sql, companyId)}) as "pendingNotMailed",
      (select count(*) from offers where is_answered) as "answeredContracts",
      (select count(*) from offers where is_open or is_answered) as "offeredContracts",
      (select count(*) from offers where not is_open and not is_answered) as "lapsedContracts",
      (select count(*) from tickets
       where company_id = ${companyId} and month = ${monthFirst(today)} and voided_at is null) as "ticketsThisMonth"`;
  if (!figures) throw new Error('a select without a table gave no row');
  return figures;
}

/** Whether the employee was or will be mailed the link of offer `o`, or since then the link to their page. */
function isMailed(sql: Sql, companyId: number): Fragment {
  return sql`(
    exists (
      select from mails m
      where m.company_id = ${companyId} and m.kind = 'contract-offered' and (m.about ->> 'offerId')::bigint = o.id
        and m.state in ('queued', 'sending', 'sent', 'kept'))
    or exists (
      select from mails m
      where m.company_id = ${companyId} and m.employee_id = o.employee_id and m.kind = 'page-link'
        and m.created_at >= o.created_at and m.state in ('queued', 'sending', 'sent', 'kept'))
    or exists (
      select from mail_batches b
      where b.company_id = ${companyId} and b.kind = 'contract-offered' and o.id = any(b.about_ids)))`;
}

/** People whom mail does not reach. */
export async function countUndeliverable(sql: Sql, companyId: number): Promise<number> {
  const [found] = await sql<{ people: number }[]>`
    select count(*)::int as people from (${undeliverable(sql, companyId)}) u`;
  return found?.people ?? 0;
}

export async function selectDisconnected(
  sql: Sql,
  companyId: number,
): Promise<{ id: number; name: string }[]> {
  return await sql<{ id: number; name: string }[]>`
    select id, name from hr_integrations
    where company_id = ${companyId} and disconnected_at is not null order by id`;
}
