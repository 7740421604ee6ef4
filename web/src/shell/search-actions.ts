import type { Messages } from '../../../texts/en/portal/catalogue.ts';
import type { IconName } from '../design/icon.tsx';
import type { Right } from '../session/context.ts';
import type { SearchText } from './use-search-text.ts';

interface Action {
  to: string;
  needs: Right | null;
  icon: IconName;
  label: (messages: Messages, text: SearchText) => string;
}

/** What the search can begin. `#new` opens the dialog of the page (`useNewDialog`). */
export const ACTIONS: readonly Action[] = [
  { to: '/employees#new', needs: 'change-people', icon: 'plus', label: (m) => m.employees.add },
  {
    to: '/employees?waiting=true',
    needs: 'change-people',
    icon: 'ticket',
    label: (_, text) => text.actions.waiting,
  },
  {
    to: '/links/contracts',
    needs: 'change-people',
    icon: 'ticket',
    label: (_, text) => text.actions.contracts,
  },
  {
    to: '/integrations/connect',
    needs: 'change-people',
    icon: 'plug',
    label: (_, text) => text.actions.connect,
  },
  { to: '/integrations#new', needs: 'change-people', icon: 'plus', label: (m) => m.integrations.create },
  { to: '/keys#new', needs: 'administer', icon: 'key', label: (_, text) => text.actions.key },
  { to: '/webhooks#new', needs: 'administer', icon: 'bolt', label: (_, text) => text.actions.webhook },
  { to: '/users#new', needs: 'administer', icon: 'users', label: (_, text) => text.actions.invite },
  { to: '/password', needs: null, icon: 'lock', label: (m) => m.shell.ownAccess },
];
