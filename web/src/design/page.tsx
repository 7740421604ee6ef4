import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { Icon } from './icon.tsx';

/** A page's name, which is also the browser's title, and what can be done on it. */
export function PageHead({
  title,
  text,
  back,
  actions,
  children,
}: {
  title: string;
  text?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
  /** In place of the title, where it is more than words. */
  children?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Transit`;
  }, [title]);
  return (
    <header className="page-head">
      <div>
        {back && (
          <Link href={back.to} className="page-back">
            <Icon name="left" />
            {back.label}
          </Link>
        )}
        {children ?? <h1>{title}</h1>}
        {text && <p className="page-head-text">{text}</p>}
      </div>
      {actions && <div className="row">{actions}</div>}
    </header>
  );
}
