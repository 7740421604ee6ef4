import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { createPasskey } from '../../api/passkeys.ts';
import type { Passkey } from '../../api/routes.ts';
import { SESSION } from '../../api/session-key.ts';
import { TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { useForm } from '../../design/use-form.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useDeviceName } from './use-device-name.ts';

export function AddPasskey({ onClose }: { onClose: () => void }) {
  const { passkeys, common } = useMessages();
  const client = useQueryClient();
  const form = useForm({
    initial: { name: useDeviceName() },
    send: ({ name }) => createPasskey(name.trim()),
    done: passkeys.added,
    next: () => {
      // The session says whether the user has a passkey.
      void client.invalidateQueries({ queryKey: SESSION });
      onClose();
    },
  });
  return (
    <FormDialog
      title={passkeys.add}
      text={passkeys.addText}
      button={passkeys.create}
      disabled={!form.values.name.trim()}
      form={form}
      onClose={onClose}
    >
      <TextField label={common.name} help={passkeys.nameHelp} maxLength={100} {...form.field('name')} />
    </FormDialog>
  );
}

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { passkeys, common } = useMessages();
  const form = useForm({
    initial: { name: passkey.name },
    send: (body) => call('PATCH /passkeys/:id', { params: { id: passkey.id }, body }),
    done: common.saved,
    next: onClose,
  });
  return (
    <FormDialog
      title={passkeys.renameTitle}
      button={common.save}
      disabled={!form.values.name.trim()}
      form={form}
      onClose={onClose}
    >
      <TextField label={common.name} maxLength={100} {...form.field('name')} />
    </FormDialog>
  );
}
