import { type ClaimTable, claimRows, isFree, ownsClaim } from '../../platform/claims/claims.ts';
import type { CompanyWithWork } from '../../platform/claims/turns.ts';
import type { Environment } from '../../platform/config/config.ts';
import type { MailConfig } from '../../platform/config/mail.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import { noteContractMailed } from '../../tickets/contracts/contract-progress-sql.ts';
import type { ClaimedMail } from './claimed-mail.ts';

/** Longer than an attempt takes (`smtp.ts`), so a claim is never renewed. */
const MAILS: ClaimTable = { table: 'mails', token: 'attempts', until: 'claim_ends_at', seconds: 300 };

/** The rank of mails that a dead process has left behind. Other mails have their urgency, which is 0 or more. */
const ABANDONED = -1;

/** The companies that have mails to be sent, and how urgent these are. */
export async function findCompaniesToMail(sql: Pool): Promise<CompanyWithWork[]> {
  return await sql<CompanyWithWork[]>`
    select distinct company_id as "companyId", rank from (
      select w.company_id, w.urgency as rank from mails w where ${isQueued(sql)}
      union all
      select w.company_id, ${ABANDONED}::smallint from mails w
      where ${isAbandoned(sql)} and ${isFree(sql, MAILS)}
    ) waiting`;
}

const isQueued = (sql: Sql): Fragment => sql`w.state = 'queued' and w.due_at <= now()`;
const isAbandoned = (sql: Sql): Fragment => sql`w.state = 'sending'`;

/** Claims mails of one company and urgency, the oldest first. */
export async function claimMails(
  sql: Sql,
  { companyId, rank }: CompanyWithWork,
  max: number,
): Promise<ClaimedMail[]> {
  const mails = await claimRows<ClaimedMail & { dueAt: Date; claimEndsAt: Date }>(sql, MAILS, companyId, {
    due: rank === ABANDONED ? isAbandoned(sql) : sql`${isQueued(sql)} and w.urgency = ${rank}`,
    order: sql`w.due_at, w.id`,
    max,
    set: sql`state = 'sending'`,
    returning: sql`w.kind, w.employee_id as "employeeId", w.user_id as "userId", w.address, w.integration_id as "integrationId",
        w.notice, w.about, w.sealed, w.created_at as "createdAt", w.attempts, w.waits, w.reason, w.due_at as "dueAt",
        w.expires_at as "expiresAt", w.claim_ends_at as "claimEndsAt"`,
  });
  return mails
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.id - other.id)
    .map(({ dueAt, claimEndsAt, ...mail }) => ({
      ...mail,
      isExpired: mail.expiresAt.getTime() <= claimEndsAt.getTime() - MAILS.seconds * 1000,
    }));
}

/** Why a mail waits in the queue. */
type WaitsFor = 'conflict' | 'recipient' | 'company';

const MAX_REASON_LENGTH = 500;

/** Ends a mail. False if the attempt has lost its claim. */
export async function settleMail(
  sql: Pool,
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
  const settle = async (on: Sql) => {
    const { count } = await on`
      update mails set state = ${state}, claim_ends_at = null, settled_at = now(), sealed = null, sent_to = ${sentTo},
        reason = ${reason?.slice(0, MAX_REASON_LENGTH) ?? null}, subject = ${subject},
        facts = ${facts ? on.json(facts as never) : null}
      where ${ownsClaim(on, MAILS, mail)}`;
    return count === 1;
  };
  const { kind, companyId, about } = mail;
  const isContract = kind === 'contract-offered' || kind === 'contract-reminder';
  if (!isContract || (state !== 'sent' && state !== 'kept')) return await settle(sql);
  return await sql.begin(async (tx) => {
    const isSettled = await settle(tx);
    if (isSettled) await noteContractMailed(tx, companyId, about['offerId'] ?? 0, kind);
    return isSettled;
  });
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
    where ${ownsClaim(sql, MAILS, mail)}`;
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
    where ${ownsClaim(sql, MAILS, mail)}`;
  return count === 1;
}

/** Notes where mail goes, for transactions that queue it. The nodes of an installation have the same settings. */
export async function noteWayOfMail(
  sql: Sql,
  environment: Environment,
  mail: MailConfig | undefined,
): Promise<void> {
  const way = mail?.way ?? null;
  const noted = await sql`select from installation where mail is not distinct from ${way}`;
  if (noted.length > 0) return;
  await sql`
    insert into installation (environment, mail) values (${environment}, ${way})
    on conflict (only_row) do update set mail = excluded.mail`;
}
