import { allCompanies, askReachable } from '../../platform/db/cross-company.ts';
import { isPartUnavailable } from '../../platform/db/failures.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Pool } from '../../platform/db/types.ts';
import type { ClaimedMail } from './claimed-mail.ts';

/** A company that has mails of this urgency to be sent. */
export interface Waiting {
  companyId: number;
  urgency: number;
}

/** Mails that a dead process has left behind come before the others, whatever their urgency. */
const ABANDONED = -1;

/** Which companies have mails to be sent, on a cluster. */
export async function selectWaiting(sql: Pool): Promise<Waiting[]> {
  return await askReachable(
    sql,
    (among) => sql<Waiting[]>`
      ${allCompanies(sql, 'mails that are due')}
      select distinct company_id as "companyId", urgency from (
        select company_id, urgency from mails where ${isDue(sql)} and ${among('company_id')}
        union all
        select company_id, ${ABANDONED}::smallint from mails where ${isAbandoned(sql)} and ${among('company_id')}
      ) waiting`,
  );
}

const isDue = (sql: Pool): Fragment => sql`state = 'queued' and due_at <= now()`;
const isAbandoned = (sql: Pool): Fragment => sql`state = 'sending' and claim_ends_at <= now()`;

interface Claim {
  most: number;
  /** The company that had the last turn. */
  after: number;
  claimMinutes: number;
}

/**
 * Claims mails as `claimMails` does, on a cluster, where one statement can lock the mails of one company only. Each company
 * that waits is asked for its share, in turn, until there are enough. Returns them in the order of their turns.
 */
export async function claimByCompany(
  sql: Pool,
  waiting: readonly Waiting[],
  { most, after, claimMinutes }: Claim,
): Promise<ClaimedMail[]> {
  const claimed: (ClaimedMail & { turn: number[] })[] = [];
  const urgencies = Object.groupBy(waiting, ({ urgency }) => urgency);
  for (const urgency of Object.keys(urgencies)
    .map(Number)
    .sort((one, other) => one - other)) {
    let asked = (urgencies[urgency] ?? []).map(({ companyId }) => ({
      companyId,
      round: companyId > after ? 1 : 2,
      count: 0,
    }));
    asked.sort((one, other) => one.round - other.round || one.companyId - other.companyId);
    while (asked.length > 0 && claimed.length < most) {
      const share = Math.ceil((most - claimed.length) / asked.length);
      const left = new Set<number>();
      for (const company of asked) {
        const wanted = Math.min(share, most - claimed.length);
        if (wanted === 0) break;
        const mails = await claimOf(sql, { ...company, urgency }, wanted, claimMinutes).catch(
          ignoreUnreachableServer,
        );
        for (const mail of mails) {
          company.count += 1;
          claimed.push({ ...mail, turn: [urgency, company.count, company.round, company.companyId] });
        }
        if (mails.length === wanted) left.add(company.companyId);
      }
      asked = asked.filter(({ companyId }) => left.has(companyId));
    }
  }
  return claimed.sort((one, other) => compare(one.turn, other.turn));
}

/** Claims mails of one company. Those that another node is claiming are skipped. */
async function claimOf(
  sql: Pool,
  { companyId, urgency }: Waiting,
  most: number,
  claimMinutes: number,
): Promise<ClaimedMail[]> {
  const wanted =
    urgency === ABANDONED
      ? sql`${isAbandoned(sql)} order by claim_ends_at`
      : sql`${isDue(sql)} and urgency = ${urgency} order by due_at, id`;
  const mails = await sql<(ClaimedMail & { dueAt: Date; expiresAt: Date; claimEndsAt: Date })[]>`
    with due as materialized (
      select id from mails where company_id = ${companyId} and ${wanted} limit ${most} for update skip locked
    )
    update mails m set state = 'sending', attempts = m.attempts + 1,
      claim_ends_at = now() + make_interval(mins => ${claimMinutes})
    from due where m.company_id = ${companyId} and m.id = due.id
    returning m.company_id as "companyId", m.id, m.kind, m.employee_id as "employeeId", m.user_id as "userId", m.address,
      m.integration_id as "integrationId", m.notice, m.about, m.sealed, m.created_at as "createdAt", m.attempts, m.waits, m.reason,
      m.due_at as "dueAt",
      m.expires_at as "expiresAt", m.claim_ends_at as "claimEndsAt"`;
  return mails
    .map(({ dueAt, expiresAt, claimEndsAt, ...mail }) => ({
      ...mail,
      dueAt,
      // A cluster compares no times in `returning`.
      isExpired: expiresAt.getTime() <= claimEndsAt.getTime() - claimMinutes * 60_000,
    }))
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.id - other.id);
}

/** The company's server has gone since. Its mails are claimed when it is back. */
function ignoreUnreachableServer(error: unknown): ClaimedMail[] {
  if (isPartUnavailable(error)) return [];
  throw error;
}

function compare(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place === -1 ? 0 : (one[place] ?? 0) - (other[place] ?? 0);
}
