import type { Role } from '../../domain/access/roles.ts';
import type { Sql } from '../../platform/db/types.ts';

/** The identity of a user at a provider. */
export interface ProvenIdentity {
  issuer: string;
  subject: string;
}

export interface KnownUser {
  id: number;
  role: Role;
  /** Whether the user is known at the issuer, by this subject or by another one. */
  subject: string | null;
  hasAddress: boolean;
}

/** The user with this subject, and the user with this address. They may be the same, or two. */
export async function selectUsersFor(
  sql: Sql,
  companyId: number,
  { issuer, subject, email }: ProvenIdentity & { email: string },
): Promise<KnownUser[]> {
  return await sql<KnownUser[]>`
    select u.id, u.role, i.subject, u.email_normal = normal_email(${email}) as "hasAddress"
    from portal_users u
    left join portal_identities i on i.company_id = u.company_id and i.user_id = u.id and i.issuer = ${issuer}
    where u.company_id = ${companyId} and u.removed_at is null
      and (i.subject = ${subject} or u.email_normal = normal_email(${email}))`;
}

/** The first sign-in binds the user to the subject. */
export async function storeIdentity(
  sql: Sql,
  companyId: number,
  userId: number,
  { issuer, subject }: ProvenIdentity,
): Promise<void> {
  await sql`
    insert into portal_identities (company_id, user_id, issuer, subject)
    values (${companyId}, ${userId}, ${issuer}, ${subject})
    on conflict (company_id, user_id, issuer) do update set last_signed_in_at = now()`;
}

/** Returns false if another user of the company, or a removed one, has the address. */
export async function updateAddress(
  sql: Sql,
  companyId: number,
  userId: number,
  email: string,
): Promise<boolean> {
  const { count } = await sql`
    update portal_users u set email = ${email}, updated_at = now()
    where u.company_id = ${companyId} and u.id = ${userId} and not exists (
      select from portal_users o
      where o.company_id = u.company_id and o.id <> u.id and o.email_normal = normal_email(${email}))`;
  return count === 1;
}

/** The open invitation for an address, locked so that it is used once. */
export async function lockInvitationFor(
  sql: Sql,
  companyId: number,
  email: string,
): Promise<{ id: number; role: Role } | undefined> {
  const [invitation] = await sql<{ id: number; role: Role }[]>`
    select id, role from portal_invitations
    where company_id = ${companyId} and email_normal = normal_email(${email})
      and accepted_at is null and withdrawn_at is null and expires_at > now()
    for no key update`;
  return invitation;
}

/** Whether the session belongs to the person. */
export async function isSessionOf(
  sql: Sql,
  companyId: number,
  sessionDigest: Buffer,
  { issuer, subject }: ProvenIdentity,
): Promise<boolean> {
  const found = await sql`
    select from portal_sessions s
    join portal_identities i on i.user_id = s.user_id
    where s.token_digest = ${sessionDigest} and s.expires_at > now()
      and i.company_id = ${companyId} and i.issuer = ${issuer} and i.subject = ${subject}`;
  return found.length > 0;
}
