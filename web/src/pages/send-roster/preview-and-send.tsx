import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import type { PreviewedChange, RosterPreview } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { Problem } from '../../design/problem.tsx';
import { Table } from '../../design/table.tsx';
import { useRosterPlace } from '../../domain/use-roster-place.ts';
import type { Outcome } from '../../domain/vocabulary.ts';
import { useValueText } from '../../language/use-error-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { changeKey, useChangeColumns } from '../sync/change-columns.tsx';
import { RunCounts } from '../sync/run-counts.tsx';
import { Warnings } from '../sync/warnings.tsx';

const SEVERITY: readonly Outcome[] = ['unlinked', 'updated', 'renumbered', 'conflict', 'held', 'offboarded'];

/** Browsers offer `randomUUID` only over https, which staging does not require. */
function newSyncId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `portal-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** A roster can be sent only after its preview: it is the complete list, and a wrong file offboards people. */
export function PreviewAndSend({
  integrationId,
  fileName,
  employees,
}: {
  integrationId: number;
  fileName: string;
  employees: unknown[];
}) {
  const { roster } = useMessages();
  const [, go] = useLocation();
  // One id per file, so that pressing the button twice sends one sync.
  const [syncId] = useState(newSyncId);
  const request = { params: { id: integrationId }, body: { syncId, employees } };
  const preview = useMutation({
    mutationFn: () => call('POST /integrations/:id/rosters/preview', request),
  });
  const send = useChange({
    send: () => call('POST /integrations/:id/rosters', request),
    done: roster.sent,
    next: ({ runId }) => go(`/integrations/${integrationId}/syncs/${runId}`),
  });
  return (
    <div className="page">
      <div className="card card-body row-between">
        <p className="strong">{roster.read(employees.length, fileName)}</p>
        {preview.data ? (
          <Button kind="primary" icon="upload" busy={send.isPending} onClick={() => send.mutate(undefined)}>
            {roster.send(employees.length)}
          </Button>
        ) : (
          <Button kind="primary" busy={preview.isPending} onClick={() => preview.mutate()}>
            {roster.preview}
          </Button>
        )}
      </div>
      <RosterProblem error={preview.error ?? send.error} />
      {preview.data && <Preview preview={preview.data} />}
    </div>
  );
}

function Preview({ preview: { counts, wouldBeHeld, problems, changes } }: { preview: RosterPreview }) {
  const { roster, syncs } = useMessages();
  const columns = useChangeColumns();
  return (
    <>
      <RunCounts counts={counts} />
      {wouldBeHeld && <Callout tone="warn">{roster.wouldBeHeld(counts.held ?? 0)}</Callout>}
      <Warnings warnings={problems} />
      <Card title={roster.previewTitle} text={roster.previewText} flush>
        {changes.length === 0 ? (
          <p className="card-body quiet">{syncs.noChangesText}</p>
        ) : (
          <Table items={mostSevereFirst(changes)} columns={columns} keyOf={changeKey} />
        )}
      </Card>
    </>
  );
}

/** Offboarded people first: many of them are the sign of a wrong file. */
function mostSevereFirst(changes: PreviewedChange[]): PreviewedChange[] {
  return changes.toSorted((a, b) => SEVERITY.indexOf(b.outcome) - SEVERITY.indexOf(a.outcome));
}

/** The wrong entries, numbered from 1. */
function RosterProblem({ error }: { error: unknown }) {
  const { roster } = useMessages();
  const placeOf = useRosterPlace();
  const valueText = useValueText();
  const places = error instanceof ApiError ? error.errors : [];
  if (places.length === 0) return <Problem error={error} />;
  return (
    <Callout tone="bad" title={roster.invalid} urgent>
      <ul>
        {places.map((place) => (
          <li key={`${place.pointer} ${place.message}`}>
            <span className="strong">{placeOf(place)}</span> {valueText(place)}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
