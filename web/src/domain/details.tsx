import { shownValue, spacedName } from './describe-change.ts';
import './details.css';

/** What an entry of a log says beyond its name: single values, and values before and after. */
export function Details({ details }: { details: Record<string, unknown> }) {
  const entries = Object.entries(details).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return null;
  return (
    <dl className="details">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{spacedName(name)}</dt>
          <dd>
            <DetailValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function DetailValue({ value }: { value: unknown }) {
  const change = asChange(value);
  if (!change) return <span>{shownValue(value)}</span>;
  return (
    <span>
      <s className="quiet">{shownValue(change.before)}</s> → <strong>{shownValue(change.after)}</strong>
    </span>
  );
}

function asChange(value: unknown): { before: unknown; after: unknown } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('before' in value && 'after' in value) return { before: value.before, after: value.after };
  if ('from' in value && 'to' in value) return { before: value.from, after: value.to };
  if ('old' in value && 'new' in value) return { before: value.old, after: value.new };
  return undefined;
}
