import { PEOPLE } from '../../../../roster-files/columns.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { StepTitle } from '../../domain/steps.tsx';
import { useRosterText } from '../../domain/use-roster-text.ts';
import { type AbsenceSource, AbsencesCard } from './absences-card.tsx';
import { hasAbsences } from './draft.ts';
import { FileDrop } from './file-drop.tsx';
import { FileProblemCallout } from './file-problem.tsx';
import { FormatCard } from './format-card.tsx';
import { MappingCard } from './mapping-card.tsx';
import type { ChosenFile } from './use-table.ts';

/** The first step: the file, what its columns hold, and where the absences come from. */
export function FileStep({
  people,
  absences,
  source,
  onSource,
  onCheck,
}: {
  people: ChosenFile;
  absences: ChosenFile;
  source: AbsenceSource;
  onSource: (source: AbsenceSource) => void;
  onCheck: () => void;
}) {
  const roster = useRosterText();
  const { opened, matched } = people;
  const read = matched ?? (opened?.kind === 'entries' ? opened : undefined);
  const count = matched ? matched.table.rows.length : opened?.kind === 'entries' ? opened.entries.length : 0;
  const needsAbsences = read !== undefined && !hasAbsences(read);
  const isReady = people.ready && (!needsAbsences || source !== 'file' || absences.ready);
  return (
    <>
      <FileDrop
        hasFile={opened !== undefined}
        busy={people.isReading}
        label={roster.choose}
        onFile={(file) => void people.open(file)}
      />
      {opened?.kind === 'problem' && <FileProblemCallout problem={opened} />}
      {!read && <FormatCard />}
      {read && opened && (
        <>
          <StepTitle>{roster.read(count, opened.name)}</StepTitle>
          {matched && <MappingCard title={roster.mapping} kind={PEOPLE} file={people} matched={matched} />}
          {needsAbsences ? (
            <AbsencesCard source={source} file={absences} onChange={onSource} />
          ) : (
            <Callout>{roster.absencesInFile}</Callout>
          )}
          <div className="step-actions">
            {!isReady && <p className="quiet">{roster.cannotCheck}</p>}
            <Button kind="primary" icon="right" disabled={!isReady} onClick={onCheck}>
              {roster.check}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
