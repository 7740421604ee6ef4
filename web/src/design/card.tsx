import { type ReactNode, useId } from 'react';

export function Card({
  title,
  text,
  actions,
  flush = false,
  children,
}: {
  title?: string;
  text?: ReactNode;
  actions?: ReactNode;
  /** The content, for example a table, reaches to the edges. */
  flush?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={title ? id : undefined}>
      {title && (
        <div className="card-head">
          <div>
            <h2 id={id}>{title}</h2>
            {text && <p className="card-head-text">{text}</p>}
          </div>
          {actions && <div className="row">{actions}</div>}
        </div>
      )}
      {flush ? children : <div className="card-body">{children}</div>}
    </section>
  );
}

export function Tile({ label, number, note }: { label: string; number: ReactNode; note?: ReactNode }) {
  return (
    <div className="card tile">
      <dt className="tile-label">{label}</dt>
      <dd className="tile-number">{number}</dd>
      {note && <dd className="tile-label">{note}</dd>}
    </div>
  );
}
