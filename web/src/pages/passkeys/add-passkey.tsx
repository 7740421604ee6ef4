import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createPasskey } from '../../api/passkeys.ts';
import { SESSION } from '../../api/session-key.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useDeviceName } from './use-device-name.ts';

export function AddPasskey({ onClose }: { onClose: () => void }) {
  const { passkeys, common } = useMessages();
  const client = useQueryClient();
  const [name, setName] = useState(useDeviceName());
  const add = useChange({
    send: () => createPasskey(name.trim()),
    done: passkeys.added,
    next: () => {
      // The session says whether the user has a passkey.
      void client.invalidateQueries({ queryKey: SESSION });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={passkeys.add}
      text={passkeys.addText}
      button={passkeys.create}
      disabled={!name.trim()}
      change={add}
      onClose={onClose}
    >
      <TextField
        label={common.name}
        help={passkeys.nameHelp}
        value={name}
        onChange={setName}
        maxLength={100}
      />
    </ConfirmDialog>
  );
}
