import type pg from 'pg';
import type postgres from 'postgres';

/** How `connect.ts` has the driver parse PostgreSQL's types. */
export type Types = { timestamptz: Date; date: string; bigint: number };

type Work<Result> = (tx: Transaction) => Result | Promise<Result>;
/** As the driver declares it: of an array of promises, the array of their results. */
type Done<Result> = Promise<
  Result extends readonly unknown[] ? { [key in keyof Result]: Awaited<Result[key]> } : Result
>;

export interface Pool extends postgres.Sql<Types> {
  begin<Result>(work: Work<Result>): Done<Result>;
  begin<Result>(options: string, work: Work<Result>): Done<Result>;
}

export interface Transaction extends postgres.TransactionSql<Types> {
  savepoint<Result>(work: Work<Result>): Done<Result>;
  savepoint<Result>(name: string, work: Work<Result>): Done<Result>;
}

/** A query runs on a pool, or in the transaction it is part of. */
export type Sql = Pool | Transaction;

/** The company whose share a list counts against, and a signal that aborts when the client has gone. */
export interface ListReader {
  companyId: number;
  signal: AbortSignal;
}

export interface Lists {
  /**
   * Runs the work on one connection: its statements run one after the other. Rejects with 503 `busy` if the read has to
   * wait too long. After the client has gone, no statement starts, and the running one is cancelled.
   */
  read<Result>(reader: ListReader, work: (sql: Pool, companyId: number) => Promise<Result>): Promise<Result>;
  /**
   * For exports: each batch takes a connection for itself, so that a slow client holds none. Only the first batch may be
   * refused, because the answer has begun after it; the others wait as long as the client does.
   */
  batches(reader: ListReader): ReadBatch;
  end(): Promise<void>;
}

export type ReadBatch = <Result>(work: (sql: Pool) => Promise<Result>) => Promise<Result>;

export interface Database {
  /** Short statements and transactions. */
  readonly sql: Pool;
  /**
   * Lists and searches. Connections pipeline, so a slow list would delay every point read queued behind it;
   * it waits here instead, and is cancelled after 15 s.
   */
  readonly lists: Lists;
  /** Statements about all people of a company. They have no time limit. */
  readonly bulk: Pool;
  /** COPY only: the driver of the other pools hangs when the server refuses a COPY. */
  readonly copies: pg.Pool;
  /** The server of all these pools, for callers that open their own connections. */
  readonly server: Server;
  close(): Promise<void>;
}

/** A server, as all connections of a database see it. */
export interface Server {
  readonly target: Target;
}

export type Target =
  | string
  | { host: string; port: number; database: string; username: string; password: string };
