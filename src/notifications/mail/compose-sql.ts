import type { Role } from '../../domain/access/roles.ts';
import type { Sql } from '../../platform/db/types.ts';

interface InvitationToMail extends CompanyToMail {
  email: string;
  role: Role;
  invitedBy: string | null;
  expiresAt: Date;
  isOpen: boolean;
}

export async function selectInvitationToMail(
  sql: Sql,
  companyId: number,
  invitationId: number,
): Promise<InvitationToMail | undefined> {
  const [invitation] = await sql<Omit<InvitationToMail, keyof CompanyToMail>[]>`
    select i.email, i.role, u.email as "invitedBy", i.expires_at as "expiresAt",
      i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now() as "isOpen"
    from portal_invitations i
    left join portal_users u on u.company_id = i.company_id and u.id = i.invited_by
    where i.company_id = ${companyId} and i.id = ${invitationId}`;
  const company = await selectCompanyToMail(sql, companyId);
  return invitation && company && { ...invitation, ...company };
}

/** The company's data in a mail to a portal user. */
export interface CompanyToMail {
  companyName: string;
  locale: string;
  timeZone: string;
}

export async function selectCompanyToMail(sql: Sql, companyId: number): Promise<CompanyToMail | undefined> {
  const [company] = await sql<CompanyToMail[]>`
    select name as "companyName", locale, time_zone as "timeZone" from companies where id = ${companyId}`;
  return company;
}
