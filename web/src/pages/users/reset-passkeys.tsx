import { call } from '../../api/client.ts';
import type { User } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { useMessages } from '../../language/use-messages.ts';

export function ResetPasskeys({ user, onClose }: { user: User; onClose: () => void }) {
  const { passkeys } = useMessages();
  const reset = useChange({
    send: () => call('DELETE /users/:id/passkeys', { params: { id: user.id } }),
    done: passkeys.resetDone,
    next: onClose,
  });
  return (
    <ConfirmDialog
      title={passkeys.resetTitle(user.email)}
      text={passkeys.resetText(user.passkeys)}
      button={passkeys.reset}
      danger
      change={reset}
      onClose={onClose}
    />
  );
}
