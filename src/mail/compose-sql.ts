import type { Sql } from '../db/types.ts';
import type { Role } from '../portal/sql.ts';

interface InvitationToMail {
  email: string;
  role: Role;
  invitedBy: string | null;
  expiresAt: Date;
  isOpen: boolean;
  companyName: string;
  locale: string;
  timeZone: string;
}

export async function selectInvitationToMail(
  sql: Sql,
  companyId: number,
  invitationId: number,
): Promise<InvitationToMail | undefined> {
  const [invitation] = await sql<InvitationToMail[]>`
    select i.email, i.role, u.email as "invitedBy", i.expires_at as "expiresAt",
      i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now() as "isOpen",
      c.name as "companyName", c.locale, c.time_zone as "timeZone"
    from portal_invitations i
    join companies c on c.id = i.company_id
    left join portal_users u on u.company_id = i.company_id and u.id = i.invited_by
    where i.company_id = ${companyId} and i.id = ${invitationId}`;
  return invitation;
}
