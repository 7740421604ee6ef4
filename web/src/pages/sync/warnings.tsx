import type { Run } from '../../api/routes.ts';
import { Card } from '../../design/card.tsx';
import { useRosterPlace } from '../../domain/use-roster-place.ts';
import { useValueText } from '../../language/use-error-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

const MAX_PLACES = 12;

type Warning = Run['problems'][number];

export function Warnings({
  warnings,
  entryName,
}: {
  warnings: Warning[];
  /** Names an entry by its position. Without it, entries are counted from 1. */
  entryName?: ((position: number) => string) | undefined;
}) {
  const { syncs } = useMessages();
  const format = useFormat();
  if (warnings.length === 0) return null;
  return (
    <Card title={syncs.warnings} text={syncs.warningsText}>
      <ul className="stack">
        {warnings.map((warning) => {
          const { code, count, in: owner, name, similarName, outOf } = warning;
          return (
            <li key={`${code} ${owner} ${name}`}>
              <p>
                <span className="tag">
                  {outOf === undefined ? format.number(count) : syncs.outOf(count, outOf)}
                </span>{' '}
                {syncs.warning[code]} {name !== undefined && <span className="strong">{name}</span>}{' '}
                {similarName !== undefined && syncs.similarName(similarName)}
              </p>
              {warning.errors ? (
                <Errors warning={warning} entryName={entryName} />
              ) : (
                <Places warning={warning} entryName={entryName} />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** People by their numbers. An erased person has only the place in the file. */
function Places({
  warning: { pointers, hrIds },
  entryName,
}: {
  warning: Warning;
  entryName: ((position: number) => string) | undefined;
}) {
  const { syncs } = useMessages();
  const nameOf = entryName ?? ((position: number) => syncs.entryNumber(position + 1));
  return (
    <p className="small quiet">
      {pointers
        .slice(0, MAX_PLACES)
        .map((pointer, at) => {
          const entry = nameOf(Number(pointer.split('/').at(-1)));
          const hrId = hrIds[at];
          return hrId ? syncs.numberInEntry(hrId, entry) : entry;
        })
        .join(', ')}
      {pointers.length > MAX_PLACES && ' …'}
    </p>
  );
}

/** Of invalid entries: which person, which field and why. */
function Errors({
  warning: { errors = [] },
  entryName,
}: {
  warning: Warning;
  entryName: ((position: number) => string) | undefined;
}) {
  const placeOf = useRosterPlace(entryName);
  const valueText = useValueText();
  return (
    <ul className="small quiet">
      {errors.slice(0, MAX_PLACES).map((error) => (
        <li key={`${error.pointer} ${error.code}`}>
          {placeOf(error)} {valueText(error)}
        </li>
      ))}
      {errors.length > MAX_PLACES && <li>…</li>}
    </ul>
  );
}
