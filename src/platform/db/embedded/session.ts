import postgres from 'postgres';

/** Two-part advisory keys; the first part ("tran") keeps them apart from whatever else the service locks. */
const IN_USE = '1953653102, 1';
const SERVING = '1953653102, 2';

/** A closing process holds "in use" alone only while it stops the server, which ends this wait. */
const LOCK_TIMEOUT_MS = 5_000;

export interface Connection {
  host: string;
  port: number;
  database: string;
  username: string;
  password: string;
}

/** A connection whose existence shows that this process uses the database. */
export interface Session {
  /** Settles when the connection is lost or ended. */
  readonly ended: Promise<void>;
  /** Claims to be the one process that serves this database. */
  claimServing(): Promise<boolean>;
  /** Releases everything. True: no other process uses the database, and none can start to until `end`. */
  releaseAsLast(): Promise<boolean>;
  end(): Promise<void>;
}

export async function openSession(connection: Connection): Promise<Session> {
  const ended = Promise.withResolvers<void>();
  const sql = postgres({
    ...connection,
    ssl: false,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    prepare: false,
    onnotice: () => {},
    onclose: () => ended.resolve(),
    connection: { application_name: 'transit: in use', lock_timeout: LOCK_TIMEOUT_MS },
  });
  const ask = async (expression: string): Promise<boolean> => {
    const [row] = await sql.unsafe<{ answer: boolean }[]>(`select ${expression} as answer`);
    return row?.answer === true;
  };
  const end = () => sql.end({ timeout: 0 });
  try {
    await sql.unsafe(`select pg_advisory_lock_shared(${IN_USE})`);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    ended: ended.promise,
    claimServing: () => ask(`pg_try_advisory_lock(${SERVING})`),
    async releaseAsLast() {
      await sql.unsafe('select pg_advisory_unlock_all()');
      return ask(`pg_try_advisory_lock(${IN_USE})`);
    },
    end,
  };
}
