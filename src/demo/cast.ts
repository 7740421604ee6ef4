import type { Database, Sql } from '../platform/db/types.ts';
import { INTEGRATIONS } from './company.ts';
import type { IntegrationKey } from './roster.ts';
import type { Timeline } from './timeline.ts';

/** Who acts in the story: the integrations, the key that sends their rosters, and the user in the portal. */
export interface Cast {
  integrations: Record<IntegrationKey, number>;
  keyId: number;
  username: string;
  userId: number;
  email: string;
}

/** The oldest of each: an operator may have added others while the story is being played. */
export async function readCast(sql: Sql, companyId: number): Promise<Cast> {
  const integrations = await sql<{ id: number; name: string }[]>`
    select id, name from hr_integrations where company_id = ${companyId} order by id`;
  const [key] = await sql<{ keyId: number; username: string }[]>`
    select id as "keyId", username from api_keys where company_id = ${companyId} order by id limit 1`;
  const [user] = await sql<{ userId: number; email: string }[]>`
    select id as "userId", email from portal_users where company_id = ${companyId} order by id limit 1`;
  const idOf = (key: IntegrationKey) =>
    integrations.find(({ name }) => name === INTEGRATIONS[key].name)?.id ?? 0;
  if (!key || !user) throw new Error('the demo company has no key or no user');
  return { integrations: { hr: idOf('hr'), api: idOf('api') }, ...key, ...user };
}

export interface Stage extends Cast {
  database: Pick<Database, 'sql' | 'copies'>;
  companyId: number;
  timeline: Timeline;
}
