import type pg from 'pg';
import type postgres from 'postgres';

/** How `connect.ts` has the driver parse PostgreSQL's types. */
type Types = { date: string; bigint: number };

export type Pool = postgres.Sql<Types>;
export type Transaction = postgres.TransactionSql<Types>;
/** A query runs on a pool, or in the transaction it is part of. */
export type Sql = Pool | Transaction;

export interface Database {
  /** Short statements and transactions. */
  readonly sql: Pool;
  /**
   * Lists and searches. Connections pipeline, so a slow list would delay every point read queued behind it;
   * it waits here instead, and is cancelled after 15 s.
   */
  readonly lists: Pool;
  /** Statements about all people of a company. They have no time limit. */
  readonly bulk: Pool;
  /** COPY only: the driver of the other pools hangs when the server refuses a COPY. */
  readonly copies: pg.Pool;
  /** The server of all these pools, for callers that open their own connections. */
  readonly target: Target;
  close(): Promise<void>;
}

export type Target =
  | string
  | { host: string; port: number; database: string; username: string; password: string };
