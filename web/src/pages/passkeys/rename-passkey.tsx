import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Passkey } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
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
    <Modal
      open
      onClose={onClose}
      title={passkeys.renameTitle}
      onSubmit={() => rename.mutate(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" busy={rename.isPending} disabled={!name.trim()}>
            {common.save}
          </Button>
        </>
      }
    >
      <Problem error={rename.error} />
      <TextField label={common.name} value={name} onChange={setName} maxLength={100} />
    </Modal>
  );
}
