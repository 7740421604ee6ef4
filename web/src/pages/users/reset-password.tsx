import { call } from '../../api/client.ts';
import type { User } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useSession } from '../../session/context.ts';
import { LinkToPassOn } from './link-to-pass-on.tsx';

export function ResetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const { users } = useMessages();
  const { mail } = useSession();
  const reset = useChange({ send: () => call('POST /users/:id/reset', { params: { id: user.id } }) });
  if (reset.data) return <LinkToPassOn email={user.email} made={reset.data} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={users.resetTitle(user.email)}
      text={mail ? users.resetMailText : users.resetText}
      button={mail ? users.resetSend : users.resetButton}
      change={reset}
      onClose={onClose}
    />
  );
}
