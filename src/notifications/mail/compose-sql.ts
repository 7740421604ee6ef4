import type { Role } from '../../domain/access/roles.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
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
  const [invitation] = await sql<InvitationToMail[]>`
    select i.email, i.role, u.email as "invitedBy", i.expires_at as "expiresAt",
      i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now() as "isOpen", ${companyToMail(sql)}
    from portal_invitations i
    join companies c on c.id = i.company_id
    left join portal_users u on u.company_id = i.company_id and u.id = i.invited_by
    where i.company_id = ${companyId} and i.id = ${invitationId}`;
  return invitation;
}

/** The company's data in a mail to a portal user. */
export interface CompanyToMail {
  companyName: string;
  locale: string;
  timeZone: string;
}

/** Columns of `c`. */
export const companyToMail = (sql: Sql): Fragment =>
  sql`c.name as "companyName", c.locale, c.time_zone as "timeZone"`;
