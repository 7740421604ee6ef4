import { isAdminNow } from '../../domain/access/rights-sql.ts';
import type { Environment } from '../../platform/config/config.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { IdentitySettings } from './provider-settings.ts';

export interface IdentityProvider extends IdentitySettings {
  companyId: number;
  companyName: string;
  /** Encrypted. */
  clientSecret: string;
  /** Part of the address at which the company's people sign in. */
  link: string;
  /** The domains that the operator has set. */
  vouchedDomains: readonly string[];
  /** Since when issuer, client and rules for roles are as they are. */
  provenFrom: Date;
  updatedAt: Date;
}

export async function selectProvider(sql: Sql, companyId: number): Promise<IdentityProvider | undefined> {
  const [provider] = await sql<IdentityProvider[]>`
    ${providers(sql)} where p.company_id = ${companyId}`;
  return provider;
}

/** Two admins who change the settings at once must not both pass the checks. */
export async function lockProvider(sql: Sql, companyId: number): Promise<IdentityProvider | undefined> {
  await sql`select from identity_providers where company_id = ${companyId} for no key update`;
  return await selectProvider(sql, companyId);
}

export async function selectProviderByLink(sql: Sql, link: string): Promise<IdentityProvider | undefined> {
  const [provider] = await sql<IdentityProvider[]>`${providers(sql)} where p.link = ${link}`;
  return provider;
}

function providers(sql: Sql) {
  return sql`
    select p.company_id as "companyId", c.name as "companyName", p.issuer, p.client_id as "clientId",
      p.client_secret as "clientSecret", p.role_claim as "roleClaim", p.admin_values as "adminValues",
      p.hr_values as "hrValues", p.payroll_values as "payrollValues", p.viewer_values as "viewerValues", p.other_role as "otherRole", p.creates_users as "createsUsers",
      p.only_way_in as "onlyWayIn", p.link, p.proven_from as "provenFrom", p.updated_at as "updatedAt",
      d.domains, d.vouched as "vouchedDomains"
    from identity_providers p
    join companies c on c.id = p.company_id
    cross join lateral (
      select coalesce(array_agg(domain order by domain), '{}') as domains,
        coalesce(array_agg(domain order by domain) filter (where is_vouched_for), '{}') as vouched
      from identity_domains where company_id = p.company_id) d`;
}

export interface FoundProvider {
  link: string;
  companyName: string;
}

/** On production only domains that the operator has set: a company could enter the domain of another one. */
export async function selectProvidersOfDomain(
  sql: Sql,
  domain: string,
  environment: Environment,
): Promise<FoundProvider[]> {
  return await sql<FoundProvider[]>`
    select p.link, c.name as "companyName"
    from identity_domains d
    join identity_providers p on p.company_id = d.company_id
    join companies c on c.id = p.company_id
    where d.domain = ${domain} and (d.is_vouched_for or ${environment === 'staging'})
    order by c.name collate people_order, c.id limit 50`;
}

interface StoredProvider extends IdentitySettings {
  clientSecret: string;
  link: string;
  /** Whether what an admin has to prove by signing in has changed. */
  isUnproven: boolean;
  vouchedDomains: readonly string[];
}

export async function storeProvider(sql: Sql, companyId: number, provider: StoredProvider): Promise<void> {
  await sql`
    insert into identity_providers as p (company_id, issuer, client_id, client_secret, role_claim, admin_values,
      hr_values, payroll_values, viewer_values, other_role, creates_users, only_way_in, link)
    values (${companyId}, ${provider.issuer}, ${provider.clientId}, ${provider.clientSecret}, ${provider.roleClaim},
      ${[...provider.adminValues]}::text[], ${[...provider.hrValues]}::text[], ${[...provider.payrollValues]}::text[],
      ${[...provider.viewerValues]}::text[], ${provider.otherRole},
      ${provider.createsUsers}, ${provider.onlyWayIn}, ${provider.link})
    on conflict (company_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
      client_secret = excluded.client_secret, role_claim = excluded.role_claim, admin_values = excluded.admin_values,
      hr_values = excluded.hr_values, payroll_values = excluded.payroll_values, viewer_values = excluded.viewer_values, other_role = excluded.other_role,
      creates_users = excluded.creates_users, only_way_in = excluded.only_way_in, updated_at = now(),
      proven_from = case when ${provider.isUnproven} then now() else p.proven_from end`;
  await sql`delete from identity_domains where company_id = ${companyId}`;
  await sql`
    insert into identity_domains (company_id, domain, is_vouched_for)
    select ${companyId}, domain, domain = any(${[...provider.vouchedDomains]}::text[])
    from unnest(${[...provider.domains]}::text[]) as domain`;
}

export async function deleteProvider(sql: Sql, companyId: number): Promise<boolean> {
  const { count } = await sql`delete from identity_providers where company_id = ${companyId}`;
  return count === 1;
}

/** The addresses of admins who have signed in through the provider since the moment. */
export async function selectProvenAdmins(
  sql: Sql,
  companyId: number,
  { issuer, provenFrom }: Pick<IdentityProvider, 'issuer' | 'provenFrom'>,
): Promise<{ email: string }[]> {
  return await sql<{ email: string }[]>`
    select u.email
    from portal_identities i
    join portal_users u on u.company_id = i.company_id and u.id = i.user_id
    where i.company_id = ${companyId} and i.issuer = ${issuer} and i.last_signed_in_at >= ${provenFrom}
      and ${isAdminNow(sql)}`;
}

export async function deleteOtherWaysIn(sql: Sql, companyId: number): Promise<void> {
  await sql`
    delete from portal_sessions s using portal_users u
    where u.id = s.user_id and u.company_id = ${companyId} and not s.through_provider`;
}

/** Every stored secret with its company. */
export async function selectSecrets(sql: Sql): Promise<{ companyId: number; clientSecret: string }[]> {
  return await sql<{ companyId: number; clientSecret: string }[]>`
    select company_id as "companyId", client_secret as "clientSecret" from identity_providers order by company_id`;
}

/** Does nothing if the secret has changed since it was read. */
export async function replaceSecret(
  sql: Sql,
  companyId: number,
  before: string,
  after: string,
): Promise<void> {
  await sql`
    update identity_providers set client_secret = ${after}
    where company_id = ${companyId} and client_secret = ${before}`;
}
