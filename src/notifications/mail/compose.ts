import { invitationLink } from '../../accounts/invite-user.ts';
import type { MailTokens } from '../../domain/mail-queue/mail-tokens.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { LinkClass } from '../../platform/links/link-class.ts';
import type { ClaimedMail } from './claimed-mail.ts';
import { selectCompanyNote } from './company-note.ts';
import {
  composeAnswer,
  composeForEmployee,
  composePageLink,
  type EmployeeLinks,
} from './compose-employee.ts';
import { composeDigest, composeNotice } from './compose-notice.ts';
import { selectInvitationToMail } from './compose-sql.ts';
import type { Composed } from './composed.ts';
import type { ContactLink } from './contact-links.ts';

export interface Links extends EmployeeLinks {
  baseUrl: string;
  contactLink: ContactLink;
  tokens: MailTokens;
}

/** `linkClass` is the class of the links to pages and contracts: whether a mail server carries the mail. */
export type Compose = (sql: Sql, mail: ClaimedMail, linkClass: LinkClass) => Promise<Composed>;

export function createComposer(links: Links): Compose {
  return async (sql, mail, linkClass) => {
    switch (mail.kind) {
      case 'invitation':
      case 'password-reset':
        return await composeInvitation(sql, mail, links);
      case 'page-link':
        return await withNote(sql, mail, await composePageLink(sql, mail, { ...links, linkClass }));
      case 'request-answered':
        return await withNote(sql, mail, await composeAnswer(sql, mail, { ...links, linkClass }));
      case 'contract-offered':
      case 'contract-reminder':
      case 'ticket':
      case 'receipt':
        return await withNote(sql, mail, await composeForEmployee(sql, mail, { ...links, linkClass }));
      case 'notice':
        return await composeNotice(sql, mail, links);
      case 'digest':
        return await composeDigest(sql, mail, links.baseUrl);
    }
  };
}

/** Whom the employee can ask, and where the note on data protection is. */
async function withNote(sql: Sql, { companyId }: ClaimedMail, composed: Composed): Promise<Composed> {
  if (!('facts' in composed)) return composed;
  const note = await selectCompanyNote(sql, companyId);
  return note ? { ...composed, facts: { ...composed.facts, note } } : composed;
}

/** A reset is an invitation of an existing user. */
async function composeInvitation(
  sql: Sql,
  { companyId, kind, about, sealed }: ClaimedMail,
  { baseUrl, tokens }: Links,
): Promise<Composed> {
  const { invitationId = 0 } = about;
  const found = await selectInvitationToMail(sql, companyId, invitationId);
  if (!found?.isOpen) return { drop: 'The link was used, withdrawn or replaced.' };
  const token = tokens.open(sealed ?? '', companyId, invitationId);
  if (token === undefined) return { drop: 'SECRET_KEY does not decrypt the link.' };
  const { email, role, invitedBy, companyName, locale, timeZone } = found;
  const shared = {
    companyName,
    locale,
    timeZone,
    expiresAt: found.expiresAt.toISOString(),
    link: invitationLink(baseUrl, token),
  };
  return kind === 'invitation'
    ? { to: email, facts: { kind, ...shared, role, invitedBy } }
    : { to: email, facts: { kind: 'password-reset', ...shared, email } };
}
