import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import type { Messages } from '../../../texts/en/portal/catalogue.ts';
import type { Answer } from '../api/client.ts';
import { routeQuery } from '../api/route-query.ts';
import type { Session } from '../api/routes.ts';
import { Icon, type IconName } from '../design/icon.tsx';
import { useFormat } from '../language/use-format.ts';
import { useMessages } from '../language/use-messages.ts';
import { useSession } from '../session/context.ts';

interface Place {
  to: string;
  icon: IconName;
  label: (shell: Messages['shell']) => string;
  /** What the number beside it counts. */
  count?: keyof Answer<'GET /attention'>;
  isShown?: (session: Session) => boolean;
}

const GROUPS: { name: keyof Messages['shell']['groups'] | null; places: Place[] }[] = [
  { name: null, places: [{ to: '/', icon: 'overview', label: (shell) => shell.overview }] },
  {
    name: 'people',
    places: [
      { to: '/employees', icon: 'people', label: (shell) => shell.employees },
      { to: '/documents', icon: 'document', label: (shell) => shell.documents },
      { to: '/links', icon: 'ticket', label: (shell) => shell.handOut },
      { to: '/costs', icon: 'coins', label: (shell) => shell.costs },
    ],
  },
  {
    name: 'systems',
    places: [
      { to: '/integrations', icon: 'plug', label: (shell) => shell.integrations, count: 'integrations' },
      { to: '/keys', icon: 'key', label: (shell) => shell.keys, count: 'keys' },
      { to: '/webhooks', icon: 'bolt', label: (shell) => shell.webhooks, count: 'webhooks' },
    ],
  },
  {
    name: 'company',
    places: [
      { to: '/company', icon: 'settings', label: (shell) => shell.company },
      { to: '/users', icon: 'users', label: (shell) => shell.users },
      { to: '/identity', icon: 'key', label: (shell) => shell.identity },
      { to: '/audit', icon: 'log', label: (shell) => shell.audit },
      {
        to: '/clock',
        icon: 'clock',
        label: (shell) => shell.clock,
        isShown: ({ environment }) => environment === 'staging',
      },
      {
        to: '/outbox',
        icon: 'inbox',
        label: (shell) => shell.outbox,
        isShown: ({ mail, user }) => mail === 'outbox' && user.role === 'admin',
      },
    ],
  },
];

const POLL_MS = 30_000;

export function Navigation({ onGo }: { onGo?: () => void }) {
  const { shell } = useMessages();
  const session = useSession();
  const attention = useQuery({ ...routeQuery('GET /attention'), refetchInterval: POLL_MS }).data;
  return (
    <nav className="nav" aria-label={shell.navigation}>
      {GROUPS.map(({ name, places }) => (
        <div key={name ?? 'first'}>
          {name && <p className="nav-group">{shell.groups[name]}</p>}
          {places
            .filter(({ isShown }) => isShown?.(session) ?? true)
            .map((place) => (
              <NavLink
                key={place.to}
                place={place}
                label={place.label(shell)}
                count={(place.count && attention?.[place.count]) ?? 0}
                {...(onGo && { onGo })}
              />
            ))}
        </div>
      ))}
    </nav>
  );
}

function NavLink({
  place: { to, icon },
  label,
  count,
  onGo,
}: {
  place: Place;
  label: string;
  count: number;
  onGo?: () => void;
}) {
  const { shell } = useMessages();
  const format = useFormat();
  const [location] = useLocation();
  const isHere = to === '/' ? location === '/' : location === to || location.startsWith(`${to}/`);
  return (
    <Link
      href={to}
      className="nav-link"
      aria-current={isHere ? 'page' : undefined}
      {...(onGo && { onClick: onGo })}
    >
      <Icon name={icon} />
      {label}
      {count > 0 && (
        <>
          <span className="nav-count">{format.number(count)}</span>
          <span className="hidden-visually">{shell.needAttention}</span>
        </>
      )}
    </Link>
  );
}
