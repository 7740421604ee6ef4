import { randomUUID } from 'node:crypto';
import type { Fragment } from '../db/fragments.ts';
import type { Pool, Sql } from '../db/types.ts';

/**
 * A table whose rows are work that must survive its worker (docs/decisions/0033-one-way-to-claim-work.md). A worker claims a row
 * for a time, by the clock of the database. A row whose time has passed is claimed by another worker, and the first one can
 * neither renew nor settle it any more, because its token is not the row's.
 */
export interface ClaimTable {
  table: string;
  /**
   * The column of the token: a random value, or the number of claims so far. Undefined: inserting the row claims it, and a
   * worker that takes it over deletes it in the same transaction.
   */
  token?: 'claim' | 'attempts';
  /** The column of the time when the claim ends. Null: nobody has claimed the row. */
  until: string;
  seconds: number;
}

export interface Claim {
  companyId: number;
  id: number;
  /** Null for a table without tokens. */
  token: string | number | null;
}

interface Wanted {
  /** Which rows of the company are to be claimed. They are called `w`. */
  due: Fragment;
  order: Fragment;
  max: number;
  /** Other columns to set. */
  set?: Fragment;
  /** Other columns to return, of `w`. */
  returning: Fragment;
}

/**
 * Claims rows of one company, in no order. Rows that are claimed, or that another worker is claiming at the moment, are left out.
 */
export async function claimRows<Row extends object>(
  sql: Sql,
  { table, token, until, seconds }: ClaimTable,
  companyId: number,
  { due, order, max, set, returning }: Wanted,
): Promise<(Row & Claim)[]> {
  const rows = await sql<(Row & Claim)[]>`
    with due as materialized (
      select w.id from ${sql(table)} w where w.company_id = ${companyId} and ${isFree(sql, { until })} and ${due}
      order by ${order} limit ${max} for no key update of w skip locked
    )
    update ${sql(table)} w set ${nextToken(sql, token)} ${sql(until)} = ${endOfClaim(sql, seconds)} ${set ? sql`, ${set}` : sql``}
    from due where w.company_id = ${companyId} and w.id = due.id
    returning w.company_id as "companyId", w.id, ${token ? sql`w.${sql(token)}` : sql`null`} as token, ${returning}`;
  return [...rows];
}

function nextToken(sql: Sql, token: ClaimTable['token']): Fragment {
  if (!token) return sql``;
  return token === 'attempts' ? sql`attempts = w.attempts + 1,` : sql`claim = ${randomUUID()},`;
}

/** Whether nobody has claimed the row `w`, or the time has passed. */
export function isFree(sql: Sql, { until }: Pick<ClaimTable, 'until'>): Fragment {
  return sql`(w.${sql(until)} is null or w.${sql(until)} <= now())`;
}

/** Matches the row of a claim, unless the claim is lost or settled. Settling work changes only this row. */
export function ownsClaim(sql: Sql, { token, until }: ClaimTable, claim: Claim): Fragment {
  return sql`company_id = ${claim.companyId} and id = ${claim.id} ${token ? sql`and ${sql(token)} = ${claim.token}` : sql``} and ${sql(until)} is not null`;
}

export function endOfClaim(sql: Sql, seconds: number): Fragment {
  return sql`now() + make_interval(secs => ${seconds})`;
}

/** Returns false if the claim is lost. */
export async function renewClaim(sql: Sql, table: ClaimTable, claim: Claim): Promise<boolean> {
  const { count } = await sql`
    update ${sql(table.table)} set ${sql(table.until)} = ${endOfClaim(sql, table.seconds)} where ${ownsClaim(sql, table, claim)}`;
  return count === 1;
}

/**
 * Renews the claim while the work runs, three times in its time. If that fails, another worker takes over, and this one cannot
 * settle. The signal aborts when the claim is lost.
 */
export async function whileRenewing<Result>(
  sql: Pool,
  table: ClaimTable,
  claim: Claim,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const renew = async () => {
    if (!(await renewClaim(sql, table, claim))) lost.abort(new Overtaken());
  };
  const timer = setInterval(() => void renew().catch(() => {}), (table.seconds * 1000) / 3);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
}

/** Thrown when another worker has taken the work over; the transaction is rolled back. */
export class Overtaken extends Error {}

/** Gives a claim back, so that the work can be claimed after a pause. Returns false if it was lost. */
export async function releaseClaim(
  sql: Sql,
  table: ClaimTable,
  claim: Claim,
  pauseSeconds = 0,
): Promise<boolean> {
  const { count } = await sql`
    update ${sql(table.table)} set ${sql(table.until)} = ${endOfClaim(sql, pauseSeconds)} where ${ownsClaim(sql, table, claim)}`;
  return count === 1;
}
