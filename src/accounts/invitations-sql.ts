import type { Role } from '../domain/access/roles.ts';
import type { Sql } from '../platform/db/types.ts';

/** An invitation waits for a colleague to read the message. A link for a new password is used at once. */
export const INVITATION_HOURS = 7 * 24;
export const RESET_HOURS = 1;

export interface Invitation {
  id: number;
  email: string;
  role: Role;
  createdAt: Date;
  expiresAt: Date;
  /** E-mail address of the inviting user; null: the operator. */
  invitedBy: string | null;
}

export async function insertInvitation(
  sql: Sql,
  companyId: number,
  invitation: { email: string; role: Role; digest: Buffer; invitedBy: number | null; validHours: number },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into portal_invitations (company_id, email, role, token_digest, invited_by, expires_at)
    values (${companyId}, ${invitation.email}, ${invitation.role}, ${invitation.digest}, ${invitation.invitedBy},
      now() + make_interval(hours => ${invitation.validHours}))
    returning id`;
  if (!row) throw new Error('insert into portal_invitations returned nothing');
  return row.id;
}

export async function selectOpenInvitations(sql: Sql, companyId: number): Promise<Invitation[]> {
  return await sql<Invitation[]>`
    select i.id, i.email, i.role, i.created_at as "createdAt", i.expires_at as "expiresAt", u.email as "invitedBy"
    from portal_invitations i
    left join portal_users u on u.company_id = i.company_id and u.id = i.invited_by
    where i.company_id = ${companyId} and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
    order by i.id desc`;
}

/** Withdraws an earlier invitation of the same address, expired or not. */
export async function withdrawInvitationsOf(sql: Sql, companyId: number, email: string): Promise<void> {
  await sql`
    update portal_invitations set withdrawn_at = now()
    where company_id = ${companyId} and email_normal = normal_email(${email})
      and accepted_at is null and withdrawn_at is null`;
}

/**
 * Withdraws the links that a user has made, and those made for the user. After the user was removed or demoted, or
 * the password was changed because somebody else knew it, such a link would be a way back in.
 */
export async function withdrawLinksOfUser(sql: Sql, companyId: number, userId: number): Promise<void> {
  await sql`
    update portal_invitations i set withdrawn_at = now()
    from portal_users u
    where u.company_id = ${companyId} and u.id = ${userId} and i.company_id = u.company_id
      and (i.invited_by = u.id or i.email_normal = u.email_normal)
      and i.accepted_at is null and i.withdrawn_at is null`;
}

export async function markWithdrawn(sql: Sql, companyId: number, id: number): Promise<boolean> {
  const { count } = await sql`
    update portal_invitations set withdrawn_at = now()
    where company_id = ${companyId} and id = ${id} and accepted_at is null and withdrawn_at is null`;
  return count === 1;
}

export interface OfferedInvitation {
  id: number;
  companyId: number;
  companyName: string;
  locale: string;
  email: string;
  role: Role;
  expiresAt: Date;
  isOpen: boolean;
  /** The identity provider of the company, at which the invitation can be accepted too. */
  provider: { link: string; isOnlyWayIn: boolean } | null;
}

/**
 * Locks the row if the invitation is about to be accepted, so that a link works once even in concurrent
 * requests.
 */
export async function selectInvitationByToken(
  sql: Sql,
  digest: Buffer,
  { lock }: { lock: boolean },
): Promise<OfferedInvitation | undefined> {
  const [invitation] = await sql<OfferedInvitation[]>`
    select i.id, c.id as "companyId", c.name as "companyName", c.locale, i.email, i.role, i.expires_at as "expiresAt",
      i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now() as "isOpen",
      (select json_build_object('link', p.link, 'isOnlyWayIn', p.only_way_in)
       from identity_providers p where p.company_id = i.company_id) as provider
    from portal_invitations i
    join companies c on c.id = i.company_id
    where i.token_digest = ${digest}
    ${lock ? sql`for no key update of i` : sql``}`;
  return invitation;
}

export async function markAccepted(sql: Sql, companyId: number, id: number): Promise<void> {
  await sql`
    update portal_invitations set accepted_at = now() where company_id = ${companyId} and id = ${id}`;
}

export async function findUserOf(sql: Sql, companyId: number, email: string): Promise<number | undefined> {
  const [user] = await sql<{ id: number }[]>`
    select id from portal_users
    where company_id = ${companyId} and email_normal = normal_email(${email}) and removed_at is null`;
  return user?.id;
}
