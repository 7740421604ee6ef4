import type { ComponentType } from 'react';
import type { Language } from '../../texts/language.ts';
import type { Session } from './api/routes.ts';
import type { Right } from './session/context.ts';
import { lazyPage } from './shell/lazy-page.ts';
import type { MenuEntry } from './shell/navigation.tsx';

interface Options {
  menu?: Omit<MenuEntry, 'to'>;
  /** Whether this installation has the page; every one, if left out. */
  exists?: (session: Session) => boolean;
}

interface Page extends Options {
  path: string;
  /** Without this right a page says who has it. Null: everybody may open it. */
  needs: Right | null;
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
  needs: Right | null,
  load: () => Promise<{ default: ComponentType<Params<Path> & object> }>,
  options: Options = {},
): Page {
  return { path, needs, Content: lazyPage(load) as unknown as Page['Content'], ...options };
}

/** The entry of a page whose texts are loaded with it: the menu is there before them. */
const named =
  (words: Readonly<Record<Language, string>>): MenuEntry['label'] =>
  (_, language) =>
    words[language];

const onStaging = ({ environment }: Session) => environment === 'staging';
const keepsMail = ({ mail }: Session) => mail === 'outbox';

export const START = page('/', 'see-people', () => import('./pages/overview/overview-page.tsx'), {
  menu: { label: (m) => m.overview.title, icon: 'overview' },
});

/** The pages of the portal. The router and the menu follow this table; the menu keeps its order. */
const PAGES: readonly Page[] = [
  START,
  page('/employees', 'see-people', () => import('./pages/employees/employees-page.tsx'), {
    menu: { label: (m) => m.employees.title, icon: 'people', group: 'people' },
  }),
  page('/employees/actions/:id', 'see-people', () => import('./pages/employees/bulk-page.tsx')),
  page('/employees/:id', 'see-people', () => import('./pages/person/person-page.tsx')),
  page('/requests', 'see-people', () => import('./pages/requests/requests-page.tsx'), {
    menu: {
      label: named({ de: 'Anfragen', en: 'Requests' }),
      icon: 'inbox',
      group: 'people',
      count: 'requests',
    },
  }),
  page('/documents', 'see-people', () => import('./pages/documents/documents-page.tsx'), {
    menu: { label: (m) => m.documents.title, icon: 'document', group: 'people' },
  }),
  page('/links/:kind?', 'see-people', () => import('./pages/hand-out/hand-out-page.tsx'), {
    menu: { label: (m) => m.handOut.title, icon: 'ticket', group: 'people' },
  }),
  page('/costs', 'see-costs', () => import('./pages/costs/costs-page.tsx'), {
    menu: { label: named({ de: 'Kosten', en: 'Costs' }), icon: 'coins', group: 'people', count: 'costs' },
  }),
  page('/integrations', 'see-people', () => import('./pages/integrations/integrations-page.tsx'), {
    menu: { label: (m) => m.integrations.title, icon: 'plug', group: 'systems', count: 'integrations' },
  }),
  page('/integrations/connect', 'see-people', () => import('./pages/connect/new-connection-page.tsx')),
  page(
    '/integrations/:integrationId/connect',
    'see-people',
    () => import('./pages/connect/connect-page.tsx'),
  ),
  page(
    '/integrations/:integrationId/send',
    'see-people',
    () => import('./pages/send-roster/send-roster-page.tsx'),
  ),
  page('/integrations/:integrationId/syncs/:runId', 'see-people', () => import('./pages/sync/sync-page.tsx')),
  page(
    '/integrations/:integrationId/syncs/:runId/compare',
    'see-people',
    () => import('./pages/compare/compare-page.tsx'),
  ),
  page('/integrations/:id/:part?', 'see-people', () => import('./pages/integrations/integration-page.tsx')),
  page('/keys', 'see-settings', () => import('./pages/keys/keys-page.tsx'), {
    menu: {
      label: named({ de: 'API-Schlüssel', en: 'API keys' }),
      icon: 'key',
      group: 'systems',
      count: 'keys',
    },
  }),
  page('/webhooks', 'administer', () => import('./pages/webhooks/webhooks-page.tsx'), {
    menu: {
      label: named({ de: 'Webhooks', en: 'Webhooks' }),
      icon: 'bolt',
      group: 'systems',
      count: 'webhooks',
    },
  }),
  page('/webhooks/:id', 'administer', () => import('./pages/webhooks/webhook-page.tsx')),
  page('/company', 'see-settings', () => import('./pages/company/company-page.tsx'), {
    menu: { label: (m) => m.company.menu, icon: 'settings', group: 'company' },
  }),
  page('/groups', 'see-costs', () => import('./pages/groups/groups-page.tsx'), {
    menu: { label: named({ de: 'Gruppen', en: 'Groups' }), icon: 'people', group: 'company' },
  }),
  page('/own-page', 'administer', () => import('./pages/own-page/own-page-page.tsx'), {
    menu: {
      label: named({ de: 'Beschäftigtenseite', en: 'Employees’ page' }),
      icon: 'ticket',
      group: 'company',
    },
  }),
  page('/payroll', 'see-costs', () => import('./pages/payroll/payroll-page.tsx'), {
    menu: { label: named({ de: 'Lohnabrechnung', en: 'Payroll' }), icon: 'coins', group: 'company' },
  }),
  page('/users', 'see-settings', () => import('./pages/users/users-page.tsx'), {
    menu: { label: named({ de: 'Benutzer', en: 'Users' }), icon: 'users', group: 'company' },
  }),
  page('/identity', 'administer', () => import('./pages/identity/identity-page.tsx'), {
    menu: { label: (m) => m.identity.title, icon: 'key', group: 'company' },
  }),
  page('/audit', 'see-settings', () => import('./pages/audit/audit-page.tsx'), {
    menu: { label: (m) => m.audit.title, icon: 'log', group: 'company' },
  }),
  page('/clock', 'see-people', () => import('./pages/clock/clock-page.tsx'), {
    menu: { label: named({ de: 'Testuhr', en: 'Test clock' }), icon: 'clock', group: 'company' },
    exists: onStaging,
  }),
  page('/outbox', 'administer', () => import('./pages/outbox/outbox-page.tsx'), {
    menu: { label: named({ de: 'Postausgang', en: 'Outbox' }), icon: 'inbox', group: 'company' },
    exists: keepsMail,
  }),
  page('/outbox/:id', 'administer', () => import('./pages/outbox/outbox-mail-page.tsx'), {
    exists: keepsMail,
  }),
  page('/password', null, () => import('./pages/users/password-page.tsx')),
];

export const NotAllowedPage = lazyPage(() => import('./pages/not-found/not-allowed-page.tsx'));

/** The pages that there are here. */
export function pagesOf(session: Session): Page[] {
  return PAGES.filter(({ exists }) => exists?.(session) ?? true);
}

export const mayOpen = ({ needs }: Page, { rights }: Session): boolean =>
  needs === null || rights.includes(needs);

/** The menu of the pages that this user may open. */
export function menuOf(session: Session): MenuEntry[] {
  const pages = pagesOf(session).filter((each) => mayOpen(each, session));
  return pages.flatMap(({ path, menu }) => (menu ? [{ ...menu, to: path.replace(/\/:.*/, '') }] : []));
}
