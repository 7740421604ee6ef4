import { ABSENCES } from '../../../../roster-files/columns.ts';
import { Card } from '../../design/card.tsx';
import { Radios } from '../../design/field.tsx';
import { useRosterText } from '../../domain/use-roster-text.ts';
import { FileDrop } from './file-drop.tsx';
import { FileProblemCallout } from './file-problem.tsx';
import { MappingCard } from './mapping-card.tsx';
import type { ChosenFile } from './use-table.ts';

/** Where the absences of a file come from that has none itself. */
const ABSENCE_SOURCES = ['keep', 'file', 'none'] as const;
export type AbsenceSource = (typeof ABSENCE_SOURCES)[number];

/** A file without absences says that everybody is back. This says so, and offers to keep those that are known. */
export function AbsencesCard({
  source,
  file,
  onChange,
}: {
  source: AbsenceSource;
  file: ChosenFile;
  onChange: (source: AbsenceSource) => void;
}) {
  const roster = useRosterText();
  const { opened, matched } = file;
  return (
    <>
      <Card title={roster.absences} text={roster.absencesText}>
        <div className="stack">
          <Radios
            label={roster.absencesQuestion}
            value={source}
            options={ABSENCE_SOURCES.map((value) => ({
              value,
              label: roster.absence[value],
              text: roster.absence[`${value}Text`],
            }))}
            onChange={onChange}
          />
          {source === 'file' && (
            <>
              <FileDrop
                hasFile={opened !== undefined}
                busy={file.isReading}
                label={roster.absence.file}
                onFile={(given) => void file.open(given)}
              />
              {matched && (
                <p className="strong">{roster.absencesRead(matched.table.rows.length, matched.table.name)}</p>
              )}
              {opened?.kind === 'problem' && <FileProblemCallout problem={opened} />}
            </>
          )}
        </div>
      </Card>
      {source === 'file' && matched && (
        <MappingCard
          title={`${roster.mapping}: ${matched.table.name}`}
          kind={ABSENCES}
          file={file}
          matched={matched}
        />
      )}
    </>
  );
}
