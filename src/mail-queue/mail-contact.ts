import type { Sql, Transaction } from '../db/types.ts';
import { MAIL_RULES } from './kinds.ts';
import type { ContactNotice, NoticeIds } from './notices.ts';

/**
 * The number of mails a day to the technical contact of an integration, and to all contacts of a company. An address is entered
 * without the consent of its owner, and whoever sends rosters decides how many of them are refused.
 */
export const MAX_CONTACT_MAILS = { integration: 10, company: 50 };

/** Mails something to the technical contact of the integration, if it has one, in the transaction of its cause. */
export async function mailContact(
  tx: Transaction,
  companyId: number,
  notice: ContactNotice,
  about: NoticeIds[ContactNotice],
): Promise<void> {
  const { urgency, validHours } = MAIL_RULES.notice;
  await tx`
    insert into mails (company_id, kind, integration_id, notice, about, urgency, expires_at)
    select i.company_id, 'notice', i.id, ${notice}, ${tx.json(about)}, ${urgency},
      now() + make_interval(hours => ${validHours})
    from hr_integrations i
    cross join lateral (
      select count(*) filter (where m.integration_id = i.id) as integration, count(*) as company
      from mails m
      where m.company_id = ${companyId} and m.integration_id is not null and m.created_at > now() - interval '1 day'
    ) sent
    where i.company_id = ${companyId} and i.id = ${about.integrationId} and i.technical_contact is not null
      and sent.integration < ${MAX_CONTACT_MAILS.integration} and sent.company < ${MAX_CONTACT_MAILS.company}
      and exists (select from installation where mail is not null)`;
}

/**
 * Forgets the address of a former contact. Mails to it that are not sent are deleted, and so are those in the outbox. The rows of
 * the others stay without the address: they count towards the limits.
 */
export async function forgetContact(sql: Sql, companyId: number, integrationId: number): Promise<void> {
  const isOfContact = sql`company_id = ${companyId} and integration_id = ${integrationId}`;
  await sql`delete from mails where ${isOfContact} and state in ('queued', 'sending', 'kept')`;
  await sql`update mails set sent_to = null, reason = null where ${isOfContact} and sent_to is not null`;
}
