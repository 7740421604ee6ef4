import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { Icon } from './icon.tsx';

/** The page's title, which is also the browser's title, and the page's actions. */
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
  /** Replaces the title where plain text is not enough. */
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
