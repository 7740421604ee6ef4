import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { SwitchField } from '../../design/switch-field.tsx';
import { useForm } from '../../design/use-form.ts';
import { useMessages } from '../../language/use-messages.ts';

/** An incomplete export is a common mistake of a new integration, so holding is proposed. */
const HOLD_PERCENT = 20;

export function CreateIntegration({ onClose }: { onClose: () => void }) {
  const { integrations, common } = useMessages();
  const [, go] = useLocation();
  const form = useForm({
    initial: { name: '', holds: true, byPeople: true },
    send: ({ name, holds, byPeople }) =>
      call('POST /integrations', {
        body: {
          name: name.trim(),
          type: 'api-integration',
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
