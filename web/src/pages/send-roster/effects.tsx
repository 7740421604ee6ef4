import { type ReactNode, useState } from 'react';
import type { PreviewedChange, RosterPreview } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { Table } from '../../design/table.tsx';
import { useRosterText } from '../../domain/use-roster-text.ts';
import type { Outcome } from '../../domain/vocabulary.ts';
import { changeKey, useChangeColumns } from '../sync/change-columns.tsx';
import { RunCounts } from '../sync/run-counts.tsx';
import { Warnings } from '../sync/warnings.tsx';
import './effects.css';
import { leaversOf } from './leavers.ts';

const SEVERITY: readonly Outcome[] = ['unlinked', 'updated', 'renumbered', 'waiting', 'conflict'];
/** Longer lists are opened on demand. */
const FIRST = 10;

/** What a roster would do. People who would leave come first: many of them are the sign of a wrong list. */
export function Effects({
  preview,
  leaversText,
  nobodyLeaves,
  entryName,
  hasLines = false,
  children,
}: {
  preview: RosterPreview;
  /** Says of so many people who are not listed, among so many leavers, why they would leave. */
  leaversText: (missing: number, count: number) => string;
  nobodyLeaves: string;
  entryName?: (position: number) => string;
  /** Whether each entry is a line of a file. */
  hasLines?: boolean;
  /** Shown between the leavers and the rest. */
  children?: ReactNode;
}) {
  const roster = useRosterText();
  const { counts, problems, changes } = preview;
  const leavers = leaversOf(preview);
  const others = mostSevereFirst(changes.filter((change) => !leavers.listed.includes(change)));
  // The mistakes and the leavers have their own places on this page.
  const warnings = problems.filter(({ code }) => code !== 'invalid-entry' && code !== 'large-offboarding');
  const missing = leavers.count - leavers.withDate;
  return (
    <>
      {leavers.count > 0 ? (
        <section className="card leavers" aria-label={roster.leavers(leavers.count, leavers.outOf)}>
          <Callout tone="bad" title={roster.leavers(leavers.count, leavers.outOf)}>
            {missing > 0 && <p>{leaversText(missing, leavers.count)}</p>}
            {leavers.withDate > 0 && <p>{roster.leaversWithDate(leavers.withDate)}</p>}
            {preview.wouldBeHeld && <p>{roster.wouldBeHeld}</p>}
          </Callout>
          <Changes changes={leavers.listed} count={missing} />
        </section>
      ) : (
        <Callout tone="good" title={roster.noLeavers}>
          {nobodyLeaves}
        </Callout>
      )}
      {children}
      <RunCounts counts={counts} hasLines={hasLines} />
      <Warnings warnings={warnings} {...(entryName && { entryName })} />
      <Card title={roster.otherChanges} text={roster.otherChangesText} flush>
        {others.length === 0 ? (
          <p className="card-body quiet">{roster.noOtherChanges}</p>
        ) : (
          <Changes changes={others} count={leavers.otherChanges} />
        )}
      </Card>
    </>
  );
}

function Changes({ changes, count }: { changes: readonly PreviewedChange[]; count: number }) {
  const roster = useRosterText();
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

function mostSevereFirst(changes: PreviewedChange[]): PreviewedChange[] {
  return changes.toSorted((a, b) => SEVERITY.indexOf(b.outcome) - SEVERITY.indexOf(a.outcome));
}
