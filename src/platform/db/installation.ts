import type { Environment } from '../config/config.ts';
import { AppError } from '../errors.ts';
import type { Pool } from './types.ts';

/** The oldest PostgreSQL the schema works on. */
const OLDEST_VERSION = 15;

/** Refuses a server that lacks what the service relies on, before anything is written to it. */
export async function checkServer(sql: Pool): Promise<void> {
  const [server] = await sql<{ version: number; encoding: string; knows_letters: boolean }[]>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding,
      lower('ÄÉ') = 'äé' as knows_letters`;
  if (!server) return;
  if (server.version < OLDEST_VERSION)
    throw unsuitable(`it is PostgreSQL ${server.version}, and ${OLDEST_VERSION} or newer is needed`);
  if (server.encoding !== 'UTF8')
    throw unsuitable(
      `its encoding is ${server.encoding}. Create it with: create database … encoding 'UTF8' template template0`,
    );
  if (!server.knows_letters)
    throw unsuitable(
      "its locale knows only ASCII letters, so a search for 'müller' would miss 'MÜLLER'. " +
        "Create it with: create database … locale 'C.UTF-8' template template0",
    );
  if (await belongsToCitusCluster(sql))
    throw unsuitable('it is the coordinator of a Citus cluster, and a plain PostgreSQL server is needed');
}

/** Citus keeps its list of servers on each of them. The extension alone, without other servers, does no harm. */
async function belongsToCitusCluster(sql: Pool): Promise<boolean> {
  const [catalogue] = await sql<{ isThere: boolean }[]>`
    select to_regclass('pg_dist_node') is not null as "isThere"`;
  if (!catalogue?.isThere) return false;
  const nodes = await sql`select from pg_dist_node where isactive limit 1`;
  return nodes.length > 0;
}

function unsuitable(reason: string): AppError {
  return new AppError('unsuitable-database', `The database named by DATABASE_URL cannot be used: ${reason}.`);
}

/** Binds a new database to its environment. Refuses a database of the other environment. */
export async function claimForEnvironment(sql: Pool, environment: Environment): Promise<void> {
  const bound = await sql`select from installation`;
  if (bound.length === 0)
    await sql`insert into installation (environment) values (${environment}) on conflict do nothing`;
  await refuseOtherEnvironment(sql, environment);
}

/** Checked before anything is written. */
export async function refuseOtherEnvironment(sql: Pool, environment: Environment): Promise<void> {
  const [table] = await sql<{ isThere: boolean }[]>`
    select to_regclass('installation') is not null as "isThere"`;
  if (!table?.isThere) return;
  const [installation] = await sql<{ environment: Environment }[]>`select environment from installation`;
  if (installation && installation.environment !== environment)
    throw new AppError(
      'wrong-environment',
      `This database belongs to ${installation.environment}, but TRANSIT_ENV is ${environment}. ` +
        'Staging and production never share a database: use another DATABASE_URL or DATA_DIR.',
    );
}
