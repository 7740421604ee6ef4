import type { Sql } from '../../../platform/db/types.ts';
import type { DropUser } from './drop-user.ts';

/** The name of the system, as sources store it. */
const SFTP_DROP = 'sftp-drop';

export interface KnownDropUser extends DropUser {
  username: string;
  passwordHash: string | null;
  /** Networks that the user has signed in from with the password. */
  knownNetworks: readonly string[];
}

const MAX_KNOWN_NETWORKS = 10;

export async function findDropUser(sql: Sql, username: string): Promise<KnownDropUser | undefined> {
  const [user] = await sql<KnownDropUser[]>`
    select username, company_id as "companyId", integration_id as "integrationId", password_hash as "passwordHash",
      known_networks as "knownNetworks"
    from drop_users where username = ${username}`;
  return user;
}

export async function selectDropUser(
  sql: Sql,
  { companyId, integrationId }: DropUser,
): Promise<KnownDropUser | undefined> {
  const [user] = await sql<KnownDropUser[]>`
    select username, company_id as "companyId", integration_id as "integrationId", password_hash as "passwordHash",
      known_networks as "knownNetworks"
    from drop_users where company_id = ${companyId} and integration_id = ${integrationId}`;
  return user;
}

/** Does nothing if the integration has a user. */
export async function insertDropUser(
  sql: Sql,
  { companyId, integrationId }: DropUser,
  username: string,
): Promise<void> {
  await sql`
    insert into drop_users (username, company_id, integration_id) values (${username}, ${companyId}, ${integrationId})
    on conflict (company_id, integration_id) do nothing`;
}

/** Returns the name of the user, or undefined if there is none. */
export async function updateDropPassword(
  sql: Sql,
  { companyId, integrationId }: DropUser,
  passwordHash: string,
): Promise<string | undefined> {
  const [user] = await sql<{ username: string }[]>`
    update drop_users set password_hash = ${passwordHash}
    where company_id = ${companyId} and integration_id = ${integrationId} returning username`;
  return user?.username;
}

export async function addKnownNetwork(sql: Sql, username: string, network: string): Promise<void> {
  await sql`
    update drop_users
    set known_networks = (array_prepend(${network}, array_remove(known_networks, ${network})))[1:${MAX_KNOWN_NETWORKS}]
    where username = ${username}`;
}

/** Undefined if the integration is disconnected or has no such source, whether in use or being set up. */
export async function selectPublicKeys(
  sql: Sql,
  { companyId, integrationId }: DropUser,
): Promise<string[] | undefined> {
  const sources = await sql<{ keys: string }[]>`
    select coalesce(s.settings ->> 'publicKeys', '') as keys
    from hr_sources s
    join hr_integrations i on i.company_id = ${companyId} and i.id = s.integration_id
    where s.company_id = ${companyId} and s.integration_id = ${integrationId} and s.system = ${SFTP_DROP}
      and i.disconnected_at is null`;
  return sources.length === 0 ? undefined : sources.map(({ keys }) => keys);
}

/** Forgets user and files if no source of the integration needs them. */
export async function deleteUnusedDrop(sql: Sql, { companyId, integrationId }: DropUser): Promise<void> {
  const [used] = await sql`
    select from hr_sources
    where company_id = ${companyId} and integration_id = ${integrationId} and system = ${SFTP_DROP}`;
  if (used) return;
  await sql`delete from drop_users where company_id = ${companyId} and integration_id = ${integrationId}`;
  await sql`delete from dropped_files where company_id = ${companyId} and integration_id = ${integrationId}`;
}
