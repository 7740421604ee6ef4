import type { Sql, Transaction } from '../../platform/db/types.ts';
import { MAIL_RULES } from './kinds.ts';
import type { ContactNotice, NoticeIds } from './notices.ts';

/**
 * Mails a notice to the technical contact of the integration, if it has one, in the transaction of its cause. It replaces a waiting
 * notice of the same kind: the sender of rosters decides how many are refused, and must not flood the mailbox.
 */
export async function mailContact(
  tx: Transaction,
  companyId: number,
  notice: ContactNotice,
  about: NoticeIds[ContactNotice],
): Promise<void> {
  const { integrationId } = about;
  const { urgency, validHours } = MAIL_RULES.notice;
  await tx`
    delete from mails
    where company_id = ${companyId} and integration_id = ${integrationId} and notice = ${notice} and state = 'queued'`;
  await tx`
    insert into mails (company_id, kind, integration_id, notice, about, urgency, expires_at)
    select i.company_id, 'notice', i.id, ${notice}, ${tx.json(about)}, ${urgency},
      now() + make_interval(hours => ${validHours})
    from hr_integrations i
    where i.company_id = ${companyId} and i.id = ${integrationId} and i.technical_contact is not null
      and exists (select from installation where mail is not null)`;
}

/** Forgets the address of a former contact: its mails are deleted, sent or not. */
export async function forgetContact(sql: Sql, companyId: number, integrationId: number): Promise<void> {
  await sql`delete from mails where company_id = ${companyId} and integration_id = ${integrationId}`;
}
