import { useState } from 'react';
import type { PreviewedChange, RosterPreview } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { Table } from '../../design/table.tsx';
import type { Outcome } from '../../domain/vocabulary.ts';
import { useMessages } from '../../language/use-messages.ts';
import { changeKey, useChangeColumns } from '../sync/change-columns.tsx';
import { RunCounts } from '../sync/run-counts.tsx';
import { Warnings } from '../sync/warnings.tsx';
import { leaversOf } from './leavers.ts';
import { type Mistake, mistakesIn } from './mistakes.ts';
import { MistakesCard } from './mistakes-card.tsx';
import { StepTitle } from './steps.tsx';
import type { Checked } from './use-check.ts';

const SEVERITY: readonly Outcome[] = ['unlinked', 'updated', 'renumbered', 'waiting', 'conflict'];
/** Longer lists are opened on demand. */
const FIRST = 10;

/** What the roster would do. People who would leave come first: many of them are the sign of a wrong file. */
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
  const { roster, syncs } = useMessages();
  const { counts, problems, changes } = preview;
  const leavers = leaversOf(preview);
  const others = mostSevereFirst(changes.filter((change) => !leavers.listed.includes(change)));
  const invalid = problems.find(({ code }) => code === 'invalid-entry');
  const { draft, dropped } = checked;
  const droppedRows = new Set(dropped.map(({ position }) => position)).size;
  const leftOut = (invalid?.count ?? 0) + droppedRows;
  // The mistakes and the leavers have their own places on this page.
  const warnings = problems.filter(({ code }) => code !== 'invalid-entry' && code !== 'large-offboarding');
  const rowOf = (position: number) => {
    const row = draft.places[position]?.row;
    return row === undefined ? syncs.entryNumber(position + 1) : `${roster.row} ${row}`;
  };
  const missing = leavers.count - leavers.withDate;
  const nextTo = (
    <div className="step-actions">
      <Button icon="left" onClick={onBack}>
        {roster.back.toFile}
      </Button>
      <Button kind="primary" icon="right" onClick={onNext}>
        {roster.toConfirm}
      </Button>
    </div>
  );
  return (
    <>
      <StepTitle>{roster.read(draft.employees.length + droppedRows, checked.fileName)}</StepTitle>
      {leavers.count > 0 ? (
        <section className="card leavers" aria-label={roster.leavers(leavers.count, leavers.outOf)}>
          <Callout tone="bad" title={roster.leavers(leavers.count, leavers.outOf)}>
            {missing > 0 && <p>{roster.leaversText(missing, leavers.count)}</p>}
            {leavers.withDate > 0 && <p>{roster.leaversWithDate(leavers.withDate)}</p>}
            {preview.wouldBeHeld && <p>{roster.wouldBeHeld}</p>}
          </Callout>
          <Changes changes={leavers.listed} count={missing} />
        </section>
      ) : (
        <Callout tone="good" title={roster.noLeavers}>
          {roster.noLeaversText}
        </Callout>
      )}
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
      <RunCounts counts={counts} hasLines={draft.places.length > 0} />
      <Warnings warnings={warnings} entryName={rowOf} />
      <Card title={roster.otherChanges} text={roster.otherChangesText} flush>
        {others.length === 0 ? (
          <p className="card-body quiet">{roster.noOtherChanges}</p>
        ) : (
          <Changes changes={others} count={leavers.otherChanges} />
        )}
      </Card>
      {nextTo}
    </>
  );
}

function Changes({ changes, count }: { changes: readonly PreviewedChange[]; count: number }) {
  const { roster } = useMessages();
  const columns = useChangeColumns();
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? changes : changes.slice(0, FIRST);
  return (
    <>
      <Table items={shown} columns={columns} keyOf={changeKey} />
      {shown.length < changes.length && (
        <div className="card-body">
          <Button size="small" onClick={() => setIsOpen(true)}>
            {changes.length < count ? roster.showFirst(changes.length) : roster.showAll(changes.length)}
          </Button>
        </div>
      )}
      {shown.length === changes.length && changes.length < count && (
        <p className="card-body quiet">{roster.shownOf(changes.length, count)}</p>
      )}
    </>
  );
}

/** By row: those that are not sent lack a position among the sent ones. */
function inOrder(mistakes: Mistake[]): Mistake[] {
  return mistakes.toSorted((a, b) => (a.row ?? a.position) - (b.row ?? b.position));
}

function mostSevereFirst(changes: PreviewedChange[]): PreviewedChange[] {
  return changes.toSorted((a, b) => SEVERITY.indexOf(b.outcome) - SEVERITY.indexOf(a.outcome));
}
