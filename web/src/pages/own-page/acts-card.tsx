import { call } from '../../api/client.ts';
import type { Company } from '../../api/routes.ts';
import { Radios } from '../../design/field.tsx';
import { SettingsCard } from '../../design/settings-card.tsx';
import { useForm } from '../../design/use-form.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useOwnPageText } from './use-own-page-text.ts';

const MODES = ['none', 'ask', 'direct'] as const;

/** Whether employees may change their subscription themselves. */
export function ActsCard({ company }: { company: Company }) {
  const ownPage = useOwnPageText();
  const { common } = useMessages();
  const { employeeActions } = company;
  const form = useForm({
    initial: { employeeActions },
    send: (body) => call('PATCH /company', { body }),
    done: common.saved,
  });
  return (
    <SettingsCard title={ownPage.acts} text={ownPage.actsText} form={form} canSave={form.isChanged}>
      <Radios
        label={ownPage.mode}
        value={form.values.employeeActions}
        options={MODES.map((value) => ({
          value,
          label: ownPage.modes[value],
          text: ownPage.modesText[value],
        }))}
        onChange={(mode) => form.set({ employeeActions: mode })}
      />
    </SettingsCard>
  );
}
