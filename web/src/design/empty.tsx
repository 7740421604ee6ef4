import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** Nothing here, why, and what to do about it. */
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
