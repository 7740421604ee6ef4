import { absenceName } from '../../../../../texts/absence-name.ts';
import type { Messages } from '../../../../../texts/en/portal/catalogue.ts';
import type { Format } from '../../../../../texts/format.ts';
import type { Term } from '../../../api/routes.ts';
import { dayBefore } from '../../../domain/months.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useMessages } from '../../../language/use-messages.ts';

/** The picture as text for screen readers, and the reasons, for which the picture has no room. */
export function InWords({ terms }: { terms: Term[] }) {
  const m = useMessages();
  const format = useFormat();
  return (
    <ul className="in-words small">
      {terms.map((term) => (
        <li key={term.number}>
          <span className="strong">{m.person.termFrom(format.day(term.start))}</span>
          {term.isNext && <span>, {m.person.afterGap}</span>}
          {term.ends[0] && <span>, {describeEnd(term.ends[0], m, format)}</span>}
          {term.pauses.length > 0 && (
            <ul>
              {term.pauses.map((pause) => (
                <li key={`${pause.from} ${pause.owner}`}>{describePause(pause, m, format)}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function describeEnd(
  { on, owner, cause }: Term['ends'][number],
  { person }: Messages,
  format: Format,
): string {
  const [kind, day] = cause?.split(' ') ?? [];
  const why =
    kind === 'omission'
      ? person.causes.omission
      : kind === 'termination' && day
        ? person.causes.termination(format.day(day))
        : person.owners[owner];
  return person.endsOn(format.day(dayBefore(on)), why);
}

function describePause(
  pause: Term['pauses'][number],
  { person, vocabulary }: Messages,
  format: Format,
): string {
  const from = format.day(pause.from);
  const months =
    pause.until === null && pause.owner === 'hr'
      ? person.absentFrom(from)
      : person.pausedFrom(from, pause.until && format.day(dayBefore(pause.until)));
  const why = pause.absences.map((absence) => absenceName(absence, vocabulary));
  return `${months} (${why.length > 0 ? [...new Set(why)].join(', ') : person.owners[pause.owner]})`;
}
