import type { ComponentType } from 'react';
import type { Session } from './api/routes.ts';
import { lazyPage } from './shell/lazy-page.ts';
import type { MenuEntry } from './shell/navigation.tsx';

interface Options {
  menu?: Omit<MenuEntry, 'to'>;
  /** Who sees the page; everybody who is signed in, if left out. */
  isFor?: (session: Session) => boolean;
}

interface Page extends Options {
  path: string;
  Content: ComponentType<Record<string, string | number>>;
}

/** The parameters of a path, as the page gets them: `id` and `…Id` are numbers. */
type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Param<Name> & Params<Rest>
  : Path extends `${string}:${infer Name}`
    ? Param<Name>
    : unknown;
type Param<Name extends string> = Name extends `${infer Optional}?`
  ? { [N in Optional]?: string }
  : { [N in Name]: N extends 'id' | `${string}Id` ? number : string };

/** Each page is a file of its own, so that a person's page does not load the charts of the overview. */
function page<Path extends string>(
  path: Path,
  load: () => Promise<{ default: ComponentType<Params<Path> & object> }>,
  options: Options = {},
): Page {
  return { path, Content: lazyPage(load) as unknown as Page['Content'], ...options };
}

const onStaging = ({ environment }: Session) => environment === 'staging';
const keepsMail = ({ mail, user }: Session) => mail === 'outbox' && user.role === 'admin';

/** The pages of the portal. The router and the menu follow this table; the menu keeps its order. */
const PAGES: readonly Page[] = [
  page('/', () => import('./pages/overview/overview-page.tsx'), {
    menu: { label: (m) => m.overview.title, icon: 'overview' },
  }),
  page('/employees', () => import('./pages/employees/employees-page.tsx'), {
    menu: { label: (m) => m.employees.title, icon: 'people', group: 'people' },
  }),
  page('/employees/actions/:id', () => import('./pages/employees/bulk-page.tsx')),
  page('/employees/:id', () => import('./pages/person/person-page.tsx')),
  page('/documents', () => import('./pages/documents/documents-page.tsx'), {
    menu: { label: (m) => m.documents.title, icon: 'document', group: 'people' },
  }),
  page('/links/:kind?', () => import('./pages/hand-out/hand-out-page.tsx'), {
    menu: { label: (m) => m.handOut.title, icon: 'ticket', group: 'people' },
  }),
  page('/costs', () => import('./pages/costs/costs-page.tsx'), {
    menu: { label: (m) => m.costs.title, icon: 'coins', group: 'people' },
  }),
  page('/integrations', () => import('./pages/integrations/integrations-page.tsx'), {
    menu: { label: (m) => m.integrations.title, icon: 'plug', group: 'systems', count: 'integrations' },
  }),
  page('/integrations/connect', () => import('./pages/connect/new-connection-page.tsx')),
  page('/integrations/:integrationId/connect', () => import('./pages/connect/connect-page.tsx')),
  page('/integrations/:integrationId/send', () => import('./pages/send-roster/send-roster-page.tsx')),
  page('/integrations/:integrationId/syncs/:runId', () => import('./pages/sync/sync-page.tsx')),
  page('/integrations/:integrationId/syncs/:runId/compare', () => import('./pages/compare/compare-page.tsx')),
  page('/integrations/:id/:part?', () => import('./pages/integrations/integration-page.tsx')),
  page('/keys', () => import('./pages/keys/keys-page.tsx'), {
    menu: { label: (m) => m.keys.title, icon: 'key', group: 'systems', count: 'keys' },
  }),
  page('/webhooks', () => import('./pages/webhooks/webhooks-page.tsx'), {
    menu: { label: (m) => m.webhooks.title, icon: 'bolt', group: 'systems', count: 'webhooks' },
  }),
  page('/webhooks/:id', () => import('./pages/webhooks/webhook-page.tsx')),
  page('/company', () => import('./pages/company/company-page.tsx'), {
    menu: { label: (m) => m.company.menu, icon: 'settings', group: 'company' },
  }),
  page('/users', () => import('./pages/users/users-page.tsx'), {
    menu: { label: (m) => m.users.title, icon: 'users', group: 'company' },
  }),
  page('/identity', () => import('./pages/identity/identity-page.tsx'), {
    menu: { label: (m) => m.identity.title, icon: 'key', group: 'company' },
  }),
  page('/audit', () => import('./pages/audit/audit-page.tsx'), {
    menu: { label: (m) => m.audit.title, icon: 'log', group: 'company' },
  }),
  page('/clock', () => import('./pages/clock/clock-page.tsx'), {
    menu: { label: (m) => m.clock.title, icon: 'clock', group: 'company' },
    isFor: onStaging,
  }),
  page('/outbox', () => import('./pages/outbox/outbox-page.tsx'), {
    menu: { label: (m) => m.outbox.title, icon: 'inbox', group: 'company' },
    isFor: keepsMail,
  }),
  page('/outbox/:id', () => import('./pages/outbox/outbox-mail-page.tsx'), { isFor: keepsMail }),
  page('/password', () => import('./pages/users/password-page.tsx')),
];

/** The pages that this user sees. */
export function pagesFor(session: Session): Page[] {
  return PAGES.filter(({ isFor }) => isFor?.(session) ?? true);
}

/** The menu of these pages. */
export function menuOf(pages: readonly Page[]): MenuEntry[] {
  return pages.flatMap(({ path, menu }) => (menu ? [{ ...menu, to: path.replace(/\/:.*/, '') }] : []));
}
