import { call } from '../../api/client.ts';
import type { Key } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { useMessages } from '../../language/use-messages.ts';

export function RevokeKey({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const { keys } = useMessages();
  const revoke = useChange({
    send: () => call('POST /keys/:id/revoke', { params: { id: apiKey.id } }),
    done: keys.revoked,
    next: onClose,
  });
  return (
    <ConfirmDialog
      title={keys.revokeTitle(apiKey.name)}
      text={keys.revokeText}
      button={keys.revoke}
      danger
      change={revoke}
      onClose={onClose}
    />
  );
}
