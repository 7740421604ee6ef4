import type { Pool, Sql } from '../../platform/db/types.ts';

export interface SealedSecret {
  companyId: number;
  endpointId: number;
  slot: number;
  sealed: string;
}

/** An endpoint has at most two secrets. */
const SLOTS = [1, 2];

/** The secrets that requests are signed with now, the newest first. */
export async function selectValidSecrets(
  sql: Sql,
  companyId: number,
  endpointId: number,
): Promise<SealedSecret[]> {
  return await sql<SealedSecret[]>`
    select company_id as "companyId", endpoint_id as "endpointId", slot, sealed from webhook_secrets
    where company_id = ${companyId} and endpoint_id = ${endpointId} and (expires_at is null or expires_at > now())
    order by expires_at desc nulls first`;
}

/** Replaces the older secret by a new one; the newer one expires after the overlap. Returns when, or now if there was none. */
export async function putSecret(
  sql: Sql,
  companyId: number,
  endpointId: number,
  sealed: string,
  overlapSeconds: number,
): Promise<Date> {
  const expiring = await sql<{ expiresAt: Date }[]>`
    update webhook_secrets set expires_at = least(expires_at, now() + make_interval(secs => ${overlapSeconds}))
    where company_id = ${companyId} and endpoint_id = ${endpointId}
    returning expires_at as "expiresAt"`;
  const taken = await sql<{ slot: number }[]>`
    select slot from webhook_secrets where company_id = ${companyId} and endpoint_id = ${endpointId}
    order by created_at, slot`;
  const free = SLOTS.find((slot) => taken.every((other) => other.slot !== slot));
  await sql`
    insert into webhook_secrets (company_id, endpoint_id, slot, sealed, created_at)
    values (${companyId}, ${endpointId}, ${free ?? taken[0]?.slot ?? 0}, ${sealed}, clock_timestamp())
    on conflict (company_id, endpoint_id, slot) do update
    set sealed = excluded.sealed, created_at = excluded.created_at, expires_at = null`;
  const ends = expiring.map(({ expiresAt }) => expiresAt.getTime());
  return ends.length > 0 ? new Date(Math.max(...ends)) : new Date();
}

/** All secrets of an endpoint, expired ones too. */
export async function selectSecretsOf(
  sql: Sql,
  companyId: number,
  endpointId: number,
): Promise<SealedSecret[]> {
  return await sql<SealedSecret[]>`
    select company_id as "companyId", endpoint_id as "endpointId", slot, sealed from webhook_secrets
    where company_id = ${companyId} and endpoint_id = ${endpointId}`;
}

export async function deleteSecret(sql: Sql, { companyId, endpointId, slot }: SealedSecret): Promise<void> {
  await sql`
    delete from webhook_secrets
    where company_id = ${companyId} and endpoint_id = ${endpointId} and slot = ${slot}`;
}

export async function selectAllSecrets(sql: Pool): Promise<SealedSecret[]> {
  return await sql<SealedSecret[]>`
    select company_id as "companyId", endpoint_id as "endpointId", slot, sealed from webhook_secrets`;
}

/** Unless it has been replaced in the meantime. */
export async function resealSecret(sql: Sql, secret: SealedSecret, sealed: string): Promise<void> {
  await sql`
    update webhook_secrets set sealed = ${sealed}
    where company_id = ${secret.companyId} and endpoint_id = ${secret.endpointId} and slot = ${secret.slot}
      and sealed = ${secret.sealed}`;
}
