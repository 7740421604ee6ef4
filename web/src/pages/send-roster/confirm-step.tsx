import { useState } from 'react';
import type { RosterPreview } from '../../api/routes.ts';
import { type UploadProgress, upload } from '../../api/upload.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { StepTitle } from '../../domain/steps.tsx';
import { useRosterText } from '../../domain/use-roster-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { leaversOf } from './leavers.ts';
import { SendForm } from './send-form.tsx';
import { type Checked, requestOf } from './use-check.ts';

/** The last step. The button to send stands in the card and not where the button of the step before stood. */
export function ConfirmStep({
  integrationId,
  checked,
  preview,
  onBack,
  onSent,
}: {
  integrationId: number;
  checked: Checked;
  preview: RosterPreview;
  onBack: () => void;
  onSent: (runId: number) => void;
}) {
  const roster = useRosterText();
  const format = useFormat();
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const { counts, wouldBeHeld } = preview;
  const leavers = leaversOf(preview);
  const send = useChange({
    send: () =>
      upload('POST /integrations/:id/rosters', requestOf(integrationId, checked), {
        onProgress: setProgress,
      }),
    next: ({ runId }) => onSent(runId),
  });
  const droppedRows = new Set(checked.dropped.map(({ position }) => position)).size;
  const leftOut = (counts.invalid ?? 0) + droppedRows;
  const sum = (...names: (keyof typeof counts)[]) =>
    format.number(names.reduce((total, name) => total + (counts[name] ?? 0), 0));
  const lines: [string, string][] = [
    [roster.summary.file, checked.fileName],
    [roster.summary.people, format.number(checked.draft.employees.length + droppedRows)],
    [roster.summary.added, sum('added', 'adopted', 'rehired')],
    [roster.summary.updated, sum('updated', 'renumbered', 'unlinked')],
    [roster.summary.unchanged, sum('unchanged')],
    ...(leftOut > 0 ? [[roster.summary.leftOut, format.number(leftOut)] as [string, string]] : []),
    [roster.summary.absences, roster.summaryAbsences[checked.absences]],
  ];
  const missing = leavers.count - leavers.withDate;
  return (
    <>
      <StepTitle>{roster.confirmTitle}</StepTitle>
      <Card>
        <div className="stack-l">
          {leavers.count > 0 ? (
            <Callout tone="bad" title={roster.leavers(leavers.count, leavers.outOf)}>
              {wouldBeHeld
                ? roster.wouldBeHeld
                : missing > 0
                  ? roster.leaversText(missing, leavers.count)
                  : roster.leaversWithDate(leavers.withDate)}
            </Callout>
          ) : (
            <Callout tone="good" title={roster.noLeavers} />
          )}
          <dl className="facts">
            {lines.map(([name, value]) => (
              <div key={name} className="facts-pair">
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <SendForm
            preview={preview}
            send={send}
            label={roster.send(checked.draft.employees.length)}
            progress={progress}
          />
        </div>
      </Card>
      <div className="row">
        <Button icon="left" disabled={send.isPending} onClick={onBack}>
          {roster.back.toReview}
        </Button>
      </div>
    </>
  );
}
