import { after } from 'node:test';
import { openEmbeddedDatabase } from '../../../src/platform/db/embedded/open.ts';
import type { Target } from '../../../src/platform/db/types.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { until } from '../../pure/support/until.ts';
import { killHard, postmasterPid, removeDataDir } from './embedded.ts';
import { makePreparedDataDir } from './prepared-folder.ts';
import type { Variables } from './program.ts';

/** A separate PostgreSQL server with a migrated and empty database. It is not restarted automatically. */
export interface PostgresServer {
  readonly target: Exclude<Target, string>;
  readonly dataDir: string;
  /** The environment variables with which a node uses the server. */
  readonly variables: Variables;
  start(): Promise<void>;
  killHard(): Promise<void>;
  /** Stops like `pg_ctl stop -m immediate`: ends all sessions without rolling back. */
  stopAtOnce(): Promise<void>;
}

const SECRET_KEY = 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U';

export async function startPostgres(): Promise<PostgresServer> {
  const dataDir = await makePreparedDataDir();
  after(() => removeDataDir(dataDir));
  process.once('exit', () => {
    const pid = postmasterPid(dataDir);
    if (pid) process.kill(pid, 'SIGKILL');
  });
  const pid = () => {
    const found = postmasterPid(dataDir);
    if (found === undefined) throw new Error('the server does not run');
    return found;
  };
  const start = async () => (await openEmbeddedDatabase({ dataDir, purpose: 'command' })).connection;
  const target = await start();
  return {
    target,
    dataDir,
    variables: { DATABASE_URL: urlOf(target), SECRET_KEY },
    start: async () => {
      await start();
    },
    killHard: () => killHard(pid()),
    stopAtOnce: async () => {
      process.kill(pid(), 'SIGQUIT');
      await until('the server has stopped', () => postmasterPid(dataDir) === undefined);
    },
  };
}
