import { Menu } from '@base-ui/react/menu';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { api } from '../api/client.ts';
import { Icon } from '../design/icon.tsx';
import { useMessages } from '../language/use-messages.ts';
import { useSession } from '../session/context.ts';
import { replaceSession } from '../session/replace-session.ts';

export function AccountMenu() {
  const m = useMessages();
  const { user } = useSession();
  const client = useQueryClient();
  const [, go] = useLocation();
  const signOut = async () => {
    // Signed out is signed out, even if the session was over before.
    await api.delete('/session').catch(() => undefined);
    replaceSession(client, null);
    go('/');
  };
  return (
    <Menu.Root>
      <Menu.Trigger className="account">
        <span className="avatar" aria-hidden="true">
          {user.email.slice(0, 2).toUpperCase()}
        </span>
        <span className="hidden-visually">{m.shell.account}</span>
        <span className="account-text">
          <span className="truncate small strong" style={{ display: 'block' }}>
            {user.email}
          </span>
          <span className="small quiet">{m.vocabulary.role[user.role]}</span>
        </span>
        <Icon name="up" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" side="top" align="start" sideOffset={6}>
          <Menu.Popup className="menu">
            <Menu.Item className="menu-item" onClick={() => go('/password')}>
              <Icon name="lock" />
              {m.shell.changePassword}
            </Menu.Item>
            <Menu.Item className="menu-item" render={<a href="/docs" target="_blank" rel="noreferrer" />}>
              <Icon name="document" />
              {m.shell.apiDocs}
            </Menu.Item>
            <div className="menu-line" />
            <Menu.Item className="menu-item" onClick={() => void signOut()}>
              <Icon name="exit" />
              {m.shell.signOut}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
