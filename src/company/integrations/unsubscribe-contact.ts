import { recordChange } from '../../domain/audit/record-change.ts';
import { forgetContact } from '../../domain/mail-queue/mail-contact.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import { lockIntegration, selectSettings, updateIntegration } from './integrations-sql.ts';

interface Contact {
  companyId: number;
  integrationId: number;
  /** Whether this is the address that asks. */
  isFor: (address: string | null) => boolean;
}

/** Deletes the address of a technical contact who wants no more mails. Doing so twice changes nothing, nor does a former contact. */
export async function unsubscribeContact(sql: Pool, contact: Contact): Promise<void> {
  const { companyId, integrationId: id } = contact;
  await sql.begin(async (tx) => {
    if (!(await lockIntegration(tx, companyId, id))) return;
    const { technicalContact = null } = (await selectSettings(tx, companyId, id)) ?? {};
    if (!contact.isFor(technicalContact)) return;
    await updateIntegration(tx, companyId, id, { technicalContact: null });
    await forgetContact(tx, companyId, id);
    await recordChange(tx, companyId, {
      actor: { type: 'system' },
      action: 'hr-integration-changed',
      subject: { type: 'hr-integration', id },
      details: { technicalContact: false, unsubscribed: true },
    });
  });
}

/** The content of the page that a contact opens by the link of a mail. Undefined if there is no such integration. */
export async function readContact(
  sql: Sql,
  { companyId, integrationId, isFor }: Contact,
): Promise<{ companyName: string; locale: string; name: string; isOptedOut: boolean } | undefined> {
  const [found] = await sql<
    { companyName: string; locale: string; name: string; technicalContact: string | null }[]
  >`
    select c.name as "companyName", c.locale, i.name, i.technical_contact as "technicalContact"
    from hr_integrations i join companies c on c.id = i.company_id
    where i.company_id = ${companyId} and i.id = ${integrationId}`;
  if (!found) return undefined;
  const { technicalContact, ...shown } = found;
  return { ...shown, isOptedOut: !isFor(technicalContact) };
}
