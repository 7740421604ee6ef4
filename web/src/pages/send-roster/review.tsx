import type { RosterPreview } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { StepTitle } from '../../domain/steps.tsx';
import { useRosterText } from '../../domain/use-roster-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { Effects } from './effects.tsx';
import { type Mistake, mistakesIn } from './mistakes.ts';
import { MistakesCard } from './mistakes-card.tsx';
import type { Checked } from './use-check.ts';

/** What the file would do. */
export function Review({
  checked,
  preview,
  onBack,
  onNext,
}: {
  checked: Checked;
  preview: RosterPreview;
  onBack: () => void;
  onNext: () => void;
}) {
  const roster = useRosterText();
  const { syncs } = useMessages();
  const invalid = preview.problems.find(({ code }) => code === 'invalid-entry');
  const { draft, dropped } = checked;
  const droppedRows = new Set(dropped.map(({ position }) => position)).size;
  const leftOut = (invalid?.count ?? 0) + droppedRows;
  const rowOf = (position: number) => {
    const row = draft.places[position]?.row;
    return row === undefined ? syncs.entryNumber(position + 1) : `${roster.row} ${row}`;
  };
  return (
    <>
      <StepTitle>{roster.read(draft.employees.length + droppedRows, checked.fileName)}</StepTitle>
      <Effects
        preview={preview}
        leaversText={roster.leaversText}
        nobodyLeaves={roster.noLeaversText}
        entryName={rowOf}
        hasLines={draft.places.length > 0}
      >
        {draft.strangers > 0 && <Callout tone="warn">{roster.strangers(draft.strangers)}</Callout>}
        {leftOut > 0 && (
          <MistakesCard
            title={roster.keptRows(leftOut)}
            text={
              droppedRows > 0
                ? roster.dropText(droppedRows, leftOut - droppedRows, true)
                : roster.keepText(invalid?.count ?? 0)
            }
            mistakes={inOrder([...dropped, ...mistakesIn(draft, invalid?.errors ?? [])])}
            count={dropped.length + (invalid?.errors?.length ?? 0)}
          />
        )}
      </Effects>
      <div className="step-actions">
        <Button icon="left" onClick={onBack}>
          {roster.back.toFile}
        </Button>
        <Button kind="primary" icon="right" onClick={onNext}>
          {roster.toConfirm}
        </Button>
      </div>
    </>
  );
}

/** By row: those that are not sent lack a position among the sent ones. */
function inOrder(mistakes: Mistake[]): Mistake[] {
  return mistakes.toSorted((a, b) => (a.row ?? a.position) - (b.row ?? b.position));
}
