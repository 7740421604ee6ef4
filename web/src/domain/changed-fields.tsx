import { fieldName, fieldText } from '../../../texts/field-text.ts';
import { useFormat } from '../language/use-format.ts';
import { useMessages } from '../language/use-messages.ts';
import './details.css';

/** The fields of a person that a roster changed, with the values before and after. */
export function ChangedFields({ fields }: { fields: Record<string, { from: unknown; to: unknown }> }) {
  const m = useMessages();
  const format = useFormat();
  const text = (name: string, value: unknown) => fieldText(name, value, m, format.day);
  const entries = Object.entries(fields);
  if (entries.length === 0) return null;
  return (
    <dl className="details">
      {entries.map(([name, { from, to }]) => (
        <div key={name}>
          <dt>{fieldName(name, m)}</dt>
          <dd>
            <s className="quiet">{text(name, from)}</s> → <strong>{text(name, to)}</strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}
