import { useFormat } from '../language/use-format.ts';
import { useMessages } from '../language/use-messages.ts';
import { absenceName, type NamedAbsence } from './absence-name.ts';
import { spacedName } from './describe-change.ts';
import './details.css';

interface Absence extends NamedAbsence {
  startDate: string;
  endDate?: string | null;
}

/** The fields of a person that a roster changed, with the values before and after. */
export function ChangedFields({ fields }: { fields: Record<string, { from: unknown; to: unknown }> }) {
  const { syncs } = useMessages();
  const inWords = useWords();
  const entries = Object.entries(fields);
  if (entries.length === 0) return null;
  return (
    <dl className="details">
      {entries.map(([name, { from, to }]) => (
        <div key={name}>
          <dt>{(syncs.fields as Record<string, string>)[name] ?? spacedName(name)}</dt>
          <dd>
            <s className="quiet">{inWords(name, from)}</s> → <strong>{inWords(name, to)}</strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function useWords(): (field: string, value: unknown) => string {
  const { common, person, vocabulary } = useMessages();
  const format = useFormat();
  const absence = ({ startDate, endDate, ...named }: Absence) =>
    `${absenceName(named, vocabulary)} (${person.range(format.day(startDate), endDate ? format.day(endDate) : person.openEnd)})`;
  return (field, value) => {
    if (typeof value === 'boolean') return value ? common.yes : common.no;
    if (isAbsences(value)) return value.map(absence).join(', ') || '–';
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && /date/i.test(field))
      return format.day(value);
    // Names are never translated, even if one equals a word of our vocabulary.
    return value === null || value === undefined || value === '' ? '–' : String(value);
  };
}

function isAbsences(value: unknown): value is Absence[] {
  return Array.isArray(value) && value.every((each) => typeof each?.startDate === 'string');
}
