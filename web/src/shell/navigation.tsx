import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import type { Messages } from '../../../texts/en/portal/catalogue.ts';
import type { Language } from '../../../texts/language.ts';
import type { Answer } from '../api/client.ts';
import { routeQuery } from '../api/route-query.ts';
import { Icon, type IconName } from '../design/icon.tsx';
import { useFormat } from '../language/use-format.ts';
import { useLanguage } from '../language/use-language.ts';
import { useMessages } from '../language/use-messages.ts';

/** How the menu shows a page. */
export interface MenuEntry {
  to: string;
  label: (messages: Messages, language: Language) => string;
  icon: IconName;
  /** The heading above it. */
  group?: keyof Messages['shell']['groups'];
  /** What the number beside it counts. */
  count?: keyof Answer<'GET /attention'>;
}

const POLL_MS = 30_000;

export function Navigation({ menu, onGo }: { menu: readonly MenuEntry[]; onGo?: () => void }) {
  const { messages, language } = useLanguage();
  const { shell } = messages;
  const attention = useQuery({ ...routeQuery('GET /attention'), refetchInterval: POLL_MS }).data;
  return (
    <nav className="nav" aria-label={shell.navigation}>
      {[...Map.groupBy(menu, ({ group }) => group)].map(([group, links]) => (
        <div key={group ?? 'first'}>
          {group && <p className="nav-group">{shell.groups[group]}</p>}
          {links.map(({ to, icon, label, count }) => (
            <NavLink
              key={to}
              to={to}
              icon={icon}
              label={label(messages, language)}
              count={(count && attention?.[count]) ?? 0}
              {...(onGo && { onGo })}
            />
          ))}
        </div>
      ))}
    </nav>
  );
}

function NavLink({
  to,
  icon,
  label,
  count,
  onGo,
}: {
  to: string;
  icon: IconName;
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
