import type { Role } from '../../domain/access/roles.ts';
import type { Notice, NoticeWish } from '../../domain/mail-queue/notices.ts';
import { leftWithRun } from '../../domain/rules/large-offboarding-sql.ts';
import { isSilent } from '../../domain/rules/silent-sql.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { DisabledReason } from '../webhooks/webhook-types.ts';
import { type CompanyToMail, companyToMail } from './compose-sql.ts';

interface UserToMail extends CompanyToMail {
  email: string;
  role: Role;
  notices: NoticeWish;
  isRemoved: boolean;
}

export async function selectUserToMail(
  sql: Sql,
  companyId: number,
  userId: number,
): Promise<UserToMail | undefined> {
  const [user] = await sql<UserToMail[]>`
    select u.email, u.role, u.notices, u.removed_at is not null as "isRemoved", ${companyToMail(sql)}
    from portal_users u join companies c on c.id = u.company_id
    where u.company_id = ${companyId} and u.id = ${userId}`;
  return user;
}

/** Undefined if the integration has no technical contact. */
export async function selectContactToMail(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<(CompanyToMail & { address: string }) | undefined> {
  const [contact] = await sql<(CompanyToMail & { address: string })[]>`
    select i.technical_contact as address, ${companyToMail(sql)}
    from hr_integrations i join companies c on c.id = i.company_id
    where i.company_id = ${companyId} and i.id = ${integrationId} and i.technical_contact is not null`;
  return contact;
}

export async function selectDigestItems(
  sql: Sql,
  companyId: number,
  mailId: number,
): Promise<{ notice: Notice; about: Record<string, number> }[]> {
  return await sql`
    select notice, about from digest_items where company_id = ${companyId} and mail_id = ${mailId} order by id`;
}

/** A run and whether the notice about it still holds. */
interface RunToMail {
  name: string;
  since: Date;
  isHeld: boolean;
  /** People whose end or new number waits for approval. */
  held: number;
  /** New numbers are among them. */
  hasNewNumbers: boolean;
}

export async function selectRunToMail(
  sql: Sql,
  companyId: number,
  runId: number,
): Promise<RunToMail | undefined> {
  const [run] = await sql<RunToMail[]>`
    select i.name, r.accepted_at as since, r.status = 'held' as "isHeld", exists (
        select from sync_held_ends h where h.company_id = r.company_id and h.run_id = r.id and h.entry is not null
      ) as "hasNewNumbers", (
        select count(distinct l.employee_id)::int from sync_held_ends h
        join hr_links l on l.company_id = h.company_id and l.id = h.link_id
        where h.company_id = r.company_id and h.run_id = r.id) as held
    from sync_runs r
    join hr_integrations i on i.company_id = r.company_id and i.id = r.integration_id
    where r.company_id = ${companyId} and r.id = ${runId}`;
  return run;
}

interface RefusalToMail {
  name: string;
  since: Date;
  status: number;
  code: string;
  count: number;
  /** The error in the words of the API. */
  detail: string | null;
  /** What the HR system does not show, and the right to grant. */
  field: string | null;
  right: string | null;
  /** The first invalid values, without their people: `/employees/3/email malformed`. */
  places: string[];
}

export async function selectRefusalToMail(
  sql: Sql,
  companyId: number,
  integrationId: number,
  attemptId: number,
): Promise<RefusalToMail | undefined> {
  const [refusal] = await sql<RefusalToMail[]>`
    select i.name, a.created_at as since, a.status, a.code, a.count, a.detail, p.field, p.needed_right as "right", array(
        select (e ->> 'pointer') || ' ' || (e ->> 'code')
        from jsonb_array_elements(a.errors) with ordinality as errors (e, at) where e ->> 'in' = 'body'
        order by at limit 3) as places
    from sync_attempts a
    join hr_integrations i on i.company_id = a.company_id and i.id = a.integration_id
    left join roster_pulls p on p.company_id = a.company_id and p.integration_id = a.integration_id and p.sync_id = a.sync_id
    where a.company_id = ${companyId} and a.integration_id = ${integrationId} and a.id = ${attemptId}`;
  return refusal;
}

interface SilenceToMail {
  name: string;
  since: Date;
  last: Date | null;
}

/** Undefined if a roster has come meanwhile. */
export async function selectSilenceToMail(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<SilenceToMail | undefined> {
  const [silence] = await sql<SilenceToMail[]>`
    select i.name, i.overdue_at as since, r.accepted_at as last
    from hr_integrations i
    left join sync_runs r on r.company_id = i.company_id and r.id = i.last_run_id
    where i.company_id = ${companyId} and i.id = ${integrationId} and ${isSilent(sql)}`;
  return silence;
}

interface QuestionsToMail {
  name: string;
  since: Date;
  count: number;
}

/** Undefined if all conflicts of the integration are decided. */
export async function selectConflictsToMail(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<QuestionsToMail | undefined> {
  const [conflicts] = await sql<QuestionsToMail[]>`
    select i.name, min(s.found_at) as since, count(*)::int as count
    from hr_integrations i
    join sync_conflicts s on s.company_id = i.company_id and s.integration_id = i.id
    where i.company_id = ${companyId} and i.id = ${integrationId}
    group by i.name`;
  return conflicts;
}

/** Undefined if no entry of the integration waits any more. */
export async function selectWaitingToMail(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<QuestionsToMail | undefined> {
  const [waiting] = await sql<QuestionsToMail[]>`
    select i.name, min(w.found_at) as since, count(*)::int as count
    from hr_integrations i
    join waiting_entries w on w.company_id = i.company_id and w.integration_id = i.id and w.decision is null
    where i.company_id = ${companyId} and i.id = ${integrationId}
    group by i.name`;
  return waiting;
}

interface WebhookToMail {
  url: string;
  since: Date;
  reason: DisabledReason;
}

/** Undefined if it has been switched on or off or was deleted. */
export async function selectWebhookToMail(
  sql: Sql,
  companyId: number,
  webhookId: number,
): Promise<WebhookToMail | undefined> {
  const [webhook] = await sql<WebhookToMail[]>`
    select url, disabled_because as reason,
      case disabled_because when 'failing' then coalesce(failing_since, disabled_at) else disabled_at end as since
    from webhook_endpoints
    where company_id = ${companyId} and id = ${webhookId} and disabled_at is not null and switched_off_at is null`;
  return webhook;
}

interface KeyToMail {
  name: string;
  until: Date;
}

/** Undefined if it was revoked. */
export async function selectKeyToMail(
  sql: Sql,
  companyId: number,
  apiKeyId: number,
): Promise<KeyToMail | undefined> {
  const [key] = await sql<KeyToMail[]>`
    select name, expires_at as until from api_keys
    where company_id = ${companyId} and id = ${apiKeyId} and revoked_at is null and expires_at is not null`;
  return key;
}

interface InvalidToMail {
  name: string;
  /** The first of the rosters in a row. */
  since: Date;
  count: number;
}

/** Undefined if a later roster had no invalid entry. */
export async function selectInvalidToMail(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<InvalidToMail | undefined> {
  const [invalid] = await sql<InvalidToMail[]>`
    select i.name, (latest.counts ->> 'invalid')::int as count, (
        select min(r.accepted_at) from sync_runs r
        where r.company_id = i.company_id and r.integration_id = i.id and (r.counts ->> 'invalid')::int > 0
          and r.accept_seq > coalesce((
            select max(clean.accept_seq) from sync_runs clean
            where clean.company_id = i.company_id and clean.integration_id = i.id
              and clean.counts ? 'entries' and coalesce((clean.counts ->> 'invalid')::int, 0) = 0), 0)) as since
    from hr_integrations i
    join sync_runs latest on latest.company_id = i.company_id and latest.id = i.last_applied_run_id
    where i.company_id = ${companyId} and i.id = ${integrationId} and (latest.counts ->> 'invalid')::int > 0`;
  return invalid;
}

/** Undefined if the moves were released, or a later roster moves fewer people. */
export async function selectHeldMovesToMail(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<(QuestionsToMail & { outOf: number }) | undefined> {
  const [held] = await sql<(QuestionsToMail & { outOf: number })[]>`
    select i.name, h.held_at as since, h.people as count, h.out_of as "outOf"
    from held_group_moves h
    join hr_integrations i on i.company_id = h.company_id and i.id = ${integrationId}
    where h.company_id = ${companyId}`;
  return held;
}

/** Nothing once somebody has marked it as seen. */
export async function selectOffboardingToMail(
  sql: Sql,
  companyId: number,
  runId: number,
): Promise<(QuestionsToMail & { outOf: number }) | undefined> {
  const { count, outOf } = leftWithRun(sql);
  const [found] = await sql<(QuestionsToMail & { outOf: number })[]>`
    select i.name, r.accepted_at as since, ${count} as count, ${outOf} as "outOf"
    from sync_runs r
    join hr_integrations i on i.company_id = r.company_id and i.id = r.integration_id
    where r.company_id = ${companyId} and r.id = ${runId} and r.large_offboarding = 'unseen'`;
  return found;
}

/** Whether a month (YYYY-MM) still waits to be handed over. */
export async function selectMonthToMail(sql: Sql, companyId: number, month: string): Promise<boolean> {
  const found = await sql`
    select from companies where id = ${companyId} and not exists (
      select from handovers where company_id = ${companyId} and month >= ${`${month}-01`}::date)`;
  return found.length > 0;
}

/** Undefined if no request of an employee waits. */
export async function selectRequestsToMail(
  sql: Sql,
  companyId: number,
): Promise<{ count: number; since: Date } | undefined> {
  const [found] = await sql<{ count: number; since: Date | null }[]>`
    select count(*)::int as count, min(asked_at) as since from employee_requests
    where company_id = ${companyId} and status = 'open'`;
  return found?.since ? { count: found.count, since: found.since } : undefined;
}
