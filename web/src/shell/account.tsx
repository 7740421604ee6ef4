import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { hasCode } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { useErrorText } from '../language/use-error-text.ts';
import { useMessages } from '../language/use-messages.ts';
import { say } from '../say.ts';
import { useSession } from '../session/context.ts';
import { replaceSession } from '../session/replace-session.ts';
import { leave } from '../unsaved/guard.ts';

/** The signed-in user. Both actions are visible, so no menu is needed. */
export function Account() {
  const m = useMessages();
  const { user } = useSession();
  const client = useQueryClient();
  const [, go] = useLocation();
  const errorText = useErrorText();
  const signOut = async () => {
    try {
      await call('DELETE /session');
    } catch (error) {
      // A session that has ended already needs no signing out. After any other error it still exists.
      if (!hasCode(error, 'not-signed-in')) return say(errorText(error));
    }
    replaceSession(client, null);
    go('/');
  };
  return (
    <section className="account" aria-label={m.shell.account}>
      <div className="account-text">
        <p className="truncate small strong" title={user.email}>
          {user.email}
        </p>
        <p className="small quiet">{m.vocabulary.role[user.role]}</p>
      </div>
      <Link
        href="/password"
        className="button button-quiet button-small button-icon"
        aria-label={m.shell.ownAccess}
        title={m.shell.ownAccess}
      >
        <Icon name="lock" />
      </Link>
      <Button
        kind="quiet"
        size="small"
        icon="exit"
        aria-label={m.shell.signOut}
        title={m.shell.signOut}
        onClick={() => leave(() => void signOut())}
      />
    </section>
  );
}
