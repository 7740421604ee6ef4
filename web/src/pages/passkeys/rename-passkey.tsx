import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Passkey } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { useMessages } from '../../language/use-messages.ts';

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { passkeys, common } = useMessages();
  const [name, setName] = useState(passkey.name);
  const rename = useChange({
    send: () => call('PATCH /passkeys/:id', { params: { id: passkey.id }, body: { name } }),
    done: common.saved,
    next: onClose,
  });
  return (
    <ConfirmDialog
      title={passkeys.renameTitle}
      button={common.save}
      disabled={!name.trim()}
      change={rename}
      onClose={onClose}
    >
      <TextField label={common.name} value={name} onChange={setName} maxLength={100} />
    </ConfirmDialog>
  );
}
