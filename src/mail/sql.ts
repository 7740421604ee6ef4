import type { MailConfig } from '../config/mail.ts';
import type { Environment } from '../config.ts';
import type { Sql } from '../db/types.ts';
import type { MailKind } from '../mail-queue/kinds.ts';
import type { Notice } from '../mail-queue/notices.ts';

/** A mail that this node has claimed. Nobody else sends it until the claim ends. */
export interface ClaimedMail {
  companyId: number;
  id: number;
  kind: MailKind;
  employeeId: number | null;
  userId: number | null;
  address: string | null;
  /** What a mail of the kind `notice` tells. */
  notice: Notice | null;
  about: Record<string, number>;
  sealed: string | null;
  createdAt: Date;
  isExpired: boolean;
  /** How often it was claimed, this time included. Fences off an attempt that has lost its claim. */
  attempts: number;
  /** The last answer of the mail server. */
  reason: string | null;
}

/** Longer than an attempt takes (`smtp.ts`): a mail whose claim has ended belonged to a process that died. */
const CLAIM_MINUTES = 5;

/** Claims mails that are due, those that a dead process has left behind first. */
export async function claimMails(sql: Sql, most: number): Promise<ClaimedMail[]> {
  return await sql<ClaimedMail[]>`
    with abandoned as (
      select company_id, id from mails where state = 'sending' and claim_ends_at <= now()
      order by claim_ends_at limit ${most} for update skip locked
    ), due as (
      select company_id, id from mails where state = 'queued' and due_at <= now()
      order by urgency, due_at limit ${most} for update skip locked
    ), chosen as (
      select * from abandoned union all select * from due limit ${most}
    )
    update mails m set state = 'sending', attempts = m.attempts + 1,
      claim_ends_at = now() + make_interval(mins => ${CLAIM_MINUTES})
    from chosen where m.company_id = chosen.company_id and m.id = chosen.id
    returning m.company_id as "companyId", m.id, m.kind, m.employee_id as "employeeId", m.user_id as "userId",
      m.address, m.notice, m.about, m.sealed, m.created_at as "createdAt", m.expires_at <= now() as "isExpired", m.attempts,
      m.reason`;
}

const LONGEST_REASON = 500;

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
      reason = ${reason?.slice(0, LONGEST_REASON) ?? null}, subject = ${subject},
      facts = ${facts ? sql.json(facts as never) : null}
    where ${isStillClaimed(sql, mail)}`;
  return count === 1;
}

/** Returns a mail to the queue. */
export async function postponeMail(
  sql: Sql,
  mail: ClaimedMail,
  later: { seconds: number; reason: string },
): Promise<boolean> {
  const { count } = await sql`
    update mails set state = 'queued', claim_ends_at = null, reason = ${later.reason.slice(0, LONGEST_REASON)},
      due_at = now() + make_interval(secs => ${later.seconds})
    where ${isStillClaimed(sql, mail)}`;
  return count === 1;
}

const isStillClaimed = (sql: Sql, { companyId, id, attempts }: ClaimedMail) => sql`
  company_id = ${companyId} and id = ${id} and state = 'sending' and attempts = ${attempts}`;

/** Settled mails are deleted after this time: they contain addresses. */
const RETENTION_DAYS = 90;
/** A batch, so that no statement runs for long. The job comes back every 30 seconds. */
const MOST_DELETED = 10_000;

export async function deleteSettledMails(sql: Sql): Promise<number> {
  const { count } = await sql`
    delete from mails where (company_id, id) in (
      select company_id, id from mails
      where settled_at < now() - make_interval(days => ${RETENTION_DAYS}) order by settled_at limit ${MOST_DELETED})`;
  return count;
}

/** Notes where mail goes, for transactions that queue it. The nodes of an installation have the same settings. */
export async function noteWayOfMail(
  sql: Sql,
  environment: Environment,
  mail: MailConfig | undefined,
): Promise<void> {
  await sql`
    insert into installation (environment, mail) values (${environment}, ${mail?.way ?? null})
    on conflict (only_row) do update set mail = excluded.mail`;
}
