import { call } from '../../api/client.ts';
import type { Company } from '../../api/routes.ts';
import { TextAreaField } from '../../design/field.tsx';
import { SettingsCard } from '../../design/settings-card.tsx';
import { useForm } from '../../design/use-form.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useOwnPageText } from './use-own-page-text.ts';

/** What the company tells its employees on page, mails and contract. */
export function NoteCard({ company }: { company: Company }) {
  const ownPage = useOwnPageText();
  const { common } = useMessages();
  const form = useForm({
    initial: { contact: company.contact ?? '', privacyNote: company.privacyNote ?? '' },
    send: (_, { contact, privacyNote }) =>
      call('PATCH /company', {
        body: {
          ...(contact !== undefined && { contact: contact.trim() || null }),
          ...(privacyNote !== undefined && { privacyNote: privacyNote.trim() || null }),
        },
      }),
    done: common.saved,
  });
  return (
    <SettingsCard
      title={ownPage.note}
      text={ownPage.noteText}
      form={form}
      fields={form.fields}
      canSave={form.isChanged}
    >
      <TextAreaField
        label={ownPage.contact}
        help={ownPage.contactHelp}
        rows={3}
        maxLength={300}
        {...form.field('contact')}
      />
      <TextAreaField
        label={ownPage.privacy}
        help={ownPage.privacyHelp}
        rows={5}
        maxLength={2000}
        {...form.field('privacyNote')}
      />
    </SettingsCard>
  );
}
