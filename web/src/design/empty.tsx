import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** An empty list: the reason, and what to do next. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      <div className="empty-picture">
        <Icon name={icon} />
      </div>
      <h3>{title}</h3>
      {children && <p className="empty-text">{children}</p>}
      {action}
    </div>
  );
}
