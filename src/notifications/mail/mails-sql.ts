import type { WaitsFor } from '../../domain/mail-queue/bounds.ts';
import { MAIL_RULES } from '../../domain/mail-queue/kinds.ts';
import type { Environment } from '../../platform/config/config.ts';
import type { MailConfig } from '../../platform/config/mail.ts';
import { isDistributed } from '../../platform/db/cluster.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import { claimByCompany, selectWaiting, type Waiting } from './claim-by-company.ts';
import type { ClaimedMail } from './claimed-mail.ts';

/** Longer than an attempt takes (`smtp.ts`): a mail whose claim has ended belonged to a process that died. */
const CLAIM_MINUTES = 5;

const URGENCIES = [...new Set(Object.values(MAIL_RULES).map(({ urgency }) => urgency))];

/**
 * Claims mails that are due: those that a dead process has left behind first, then the most urgent. Among equally urgent
 * ones, companies take turns, beginning after the company `after`: one with 100,000 mails delays nobody else's. Returns
 * them in the order of their turns.
 *
 * Companies are found one after the other by the index, so the cost does not grow with the number of waiting mails. On a
 * cluster, `waiting` are the companies that had mails a moment ago.
 */
export async function claimMails(
  sql: Pool,
  most: number,
  after = 0,
  waiting?: readonly Waiting[],
): Promise<ClaimedMail[]> {
  if (isDistributed())
    return await claimByCompany(sql, waiting ?? (await selectWaiting(sql)), {
      most,
      after,
      claimMinutes: CLAIM_MINUTES,
    });
  // Those of other nodes' claims are skipped, so there are more candidates than wanted.
  const candidates = 2 * most;
  const isDue = sql`m.state = 'queued' and m.due_at <= now()`;
  const claimed = await sql<(ClaimedMail & { place: number })[]>`
    with recursive abandoned as (
      select company_id, id, 0::bigint as place from mails where state = 'sending' and claim_ends_at <= now()
      order by claim_ends_at limit ${most} for update skip locked
    ), turns (urgency, round, last, company_id, number) as (
      -- The companies after the last one, then those up to it.
      select u.urgency, r.round, r.last, next.company_id, 1
      from unnest(${URGENCIES}::smallint[]) u (urgency)
      cross join (values (1, ${after}::bigint, 9223372036854775807), (2, 0, ${after}::bigint)) r (round, first, last)
      cross join lateral (
        select m.company_id from mails m
        where ${isDue} and m.urgency = u.urgency and m.company_id > r.first and m.company_id <= r.last
        order by m.company_id limit 1
      ) next
      union all
      select t.urgency, t.round, t.last, next.company_id, t.number + 1
      from turns t
      cross join lateral (
        select m.company_id from mails m
        where ${isDue} and m.urgency = t.urgency and m.company_id > t.company_id and m.company_id <= t.last
        order by m.company_id limit 1
      ) next
      where t.number < ${candidates}
    ), due as (
      select first.company_id, first.id,
        row_number() over (order by t.urgency, first.number, t.round, t.company_id) as place
      from turns t
      cross join lateral (
        select m.company_id, m.id, row_number() over (order by m.due_at, m.id) as number from mails m
        where ${isDue} and m.urgency = t.urgency and m.company_id = t.company_id
        order by m.due_at, m.id limit ${candidates}
      ) first
      order by place limit ${candidates}
    ), locked as (
      select m.company_id, m.id, due.place from due join mails m on m.company_id = due.company_id and m.id = due.id
      where ${isDue} order by due.place limit ${most} for update of m skip locked
    ), chosen as (
      select * from abandoned union all select * from locked limit ${most}
    )
    update mails m set state = 'sending', attempts = m.attempts + 1,
      claim_ends_at = now() + make_interval(mins => ${CLAIM_MINUTES})
    from chosen where m.company_id = chosen.company_id and m.id = chosen.id
    returning m.company_id as "companyId", m.id, m.kind, m.employee_id as "employeeId", m.user_id as "userId",
      m.address, m.integration_id as "integrationId", m.notice, m.about, m.sealed, m.created_at as "createdAt",
      m.expires_at <= now() as "isExpired", m.attempts, m.waits, m.reason, chosen.place`;
  return claimed.sort((one, other) => one.place - other.place);
}

const MAX_REASON_LENGTH = 500;

/** Ends a mail. False if the attempt has lost its claim. */
export async function settleMail(
  sql: Sql,
  mail: ClaimedMail,
  end: {
    state: 'sent' | 'kept' | 'refused' | 'expired' | 'dropped';
    sentTo?: string;
    reason?: string | null;
    subject?: string;
    facts?: object;
  },
): Promise<boolean> {
  const { state, sentTo = null, reason = null, subject = null, facts } = end;
  const { count } = await sql`
    update mails set state = ${state}, claim_ends_at = null, settled_at = now(), sealed = null, sent_to = ${sentTo},
      reason = ${reason?.slice(0, MAX_REASON_LENGTH) ?? null}, subject = ${subject},
      facts = ${facts ? sql.json(facts as never) : null}
    where ${isStillClaimed(sql, mail)}`;
  return count === 1;
}

/** Returns a mail to the queue after a failed attempt. */
export async function postponeMail(
  sql: Sql,
  mail: ClaimedMail,
  later: { seconds: number; reason: string },
): Promise<boolean> {
  const { count } = await sql`
    update mails set state = 'queued', claim_ends_at = null, waits_for = null,
      reason = ${later.reason.slice(0, MAX_REASON_LENGTH)},
      due_at = now() + make_interval(secs => ${later.seconds})
    where ${isStillClaimed(sql, mail)}`;
  return count === 1;
}

/** Returns a mail to the queue that must wait. The time until then does not count towards giving it up. */
export async function letMailWait(
  sql: Sql,
  mail: ClaimedMail,
  { seconds, waitsFor, reason }: { seconds: number; waitsFor: WaitsFor; reason: string },
): Promise<boolean> {
  const { count } = await sql`
    update mails set state = 'queued', claim_ends_at = null, waits_for = ${waitsFor}, waits = waits + 1, reason = ${reason},
      due_at = now() + make_interval(secs => ${seconds}), expires_at = expires_at + make_interval(secs => ${seconds})
    where ${isStillClaimed(sql, mail)}`;
  return count === 1;
}

const isStillClaimed = (sql: Sql, { companyId, id, attempts }: ClaimedMail) => sql`
  company_id = ${companyId} and id = ${id} and state = 'sending' and attempts = ${attempts}`;

/** Notes where mail goes, for transactions that queue it. The nodes of an installation have the same settings. */
export async function noteWayOfMail(
  sql: Sql,
  environment: Environment,
  mail: MailConfig | undefined,
): Promise<void> {
  const way = mail?.way ?? null;
  const noted = await sql`select from installation where mail is not distinct from ${way}`;
  // On a cluster nobody can write this table while a server is down, and nodes must start all the same.
  if (noted.length > 0) return;
  await sql`
    insert into installation (environment, mail) values (${environment}, ${way})
    on conflict (only_row) do update set mail = excluded.mail`;
}
