import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { Radios, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { SwitchField } from '../../design/switch-field.tsx';
import { useForm } from '../../design/use-form.ts';
import type { IntegrationType } from '../../domain/vocabulary.ts';
import { useMessages } from '../../language/use-messages.ts';

/** An incomplete export is a common mistake of a new integration, so holding is proposed. */
const HOLD_PERCENT = 20;

const TYPES: readonly IntegrationType[] = ['api-integration', 'hr-integration'];

export function CreateIntegration({ onClose }: { onClose: () => void }) {
  const { integrations, common, vocabulary } = useMessages();
  const [, go] = useLocation();
  const form = useForm({
    initial: { name: '', type: 'api-integration' as IntegrationType, holds: true, byPeople: true },
    send: ({ name, type, holds, byPeople }) =>
      call('POST /integrations', {
        body: {
          name: name.trim(),
          type,
          holdPercent: holds ? HOLD_PERCENT : null,
          approveBy: byPeople ? 'portal' : 'anyone',
        },
      }),
    done: integrations.created,
    next: ({ id }) => go(`/integrations/${id}`),
  });
  const { name, holds, byPeople } = form.values;
  return (
    <FormDialog
      title={integrations.create}
      text={integrations.createText}
      button={integrations.create}
      disabled={!name.trim()}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={common.name}
        placeholder={integrations.namePlaceholder}
        maxLength={200}
        autoComplete="off"
        {...form.field('name')}
      />
      <Radios
        label={integrations.type}
        options={TYPES.map((value) => ({
          value,
          label: vocabulary.integrationType[value],
          text: integrations.typeText[value],
        }))}
        {...form.field('type')}
      />
      <SwitchField
        label={integrations.holdNew(HOLD_PERCENT)}
        help={integrations.holdNewText}
        checked={holds}
        onChange={(checked) => form.set({ holds: checked })}
      />
      <SwitchField
        label={integrations.approveByPeople}
        help={integrations.approveByPeopleText}
        checked={byPeople}
        onChange={(checked) => form.set({ byPeople: checked })}
      />
    </FormDialog>
  );
}
