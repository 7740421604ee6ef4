import { detailName, detailValue } from '../../../texts/describe-change.ts';
import { useFormat } from '../language/use-format.ts';
import { useMessages } from '../language/use-messages.ts';
import './details.css';

/** A subscription that ended before it began is worth a line; that it had begun is not, nor a pause without an end. */
const UNREMARKABLE: Record<string, unknown> = {
  dropped: false,
  ended: 0,
  replaced: 0,
  withdrawn: 0,
  until: null,
};

/** The details of an entry of the audit log: single values, or values before and after. */
export function Details({ details }: { details: Record<string, unknown> }) {
  const m = useMessages();
  const entries = Object.entries(details).filter(
    ([name, value]) => value !== undefined && UNREMARKABLE[name] !== value,
  );
  if (entries.length === 0) return null;
  return (
    <dl className="details">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{detailName(name, m)}</dt>
          <dd>
            <DetailValue name={name} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function DetailValue({ name, value }: { name: string; value: unknown }) {
  const m = useMessages();
  const format = useFormat();
  const show = (shown: unknown) => detailValue(name, shown, m, format);
  const change = asChange(value);
  if (!change) return <span>{show(value)}</span>;
  return (
    <span>
      <s className="quiet">{show(change.from)}</s> → <strong>{show(change.to)}</strong>
    </span>
  );
}

function asChange(value: unknown): { from: unknown; to: unknown } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return 'from' in value && 'to' in value ? { from: value.from, to: value.to } : undefined;
}
