import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import type { Outcome, PreviewedChange, RosterPreview } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { Problem } from '../../design/problem.tsx';
import { Table } from '../../design/table.tsx';
import { useValueText } from '../../language/use-error-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { changeKey, useChangeColumns } from '../sync/change-columns.tsx';
import { RunCounts } from '../sync/run-counts.tsx';
import { Warnings } from '../sync/warnings.tsx';

const GRAVITY: readonly Outcome[] = ['unlinked', 'updated', 'renumbered', 'conflict', 'held', 'offboarded'];

/** Not by `randomUUID`, which browsers have under https alone; staging may do without. */
function newSyncId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `portal-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** It can be sent only after its preview: a roster is the complete list, and a wrong file costs people their ticket. */
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
  // Made once for the file: pressing the button twice is one sync.
  const [syncId] = useState(newSyncId);
  const preview = useMutation({
    mutationFn: () =>
      api.post<RosterPreview>(`/integrations/${integrationId}/rosters/preview`, { syncId, employees }),
  });
  const send = useChange({
    send: () => api.post<{ runId: number }>(`/integrations/${integrationId}/rosters`, { syncId, employees }),
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
          <Table items={gravestFirst(changes)} columns={columns} keyOf={changeKey} />
        )}
      </Card>
    </>
  );
}

/** Who would leave comes before who would come: that is what a wrong file is known by. */
function gravestFirst(changes: PreviewedChange[]): PreviewedChange[] {
  return changes.toSorted((a, b) => GRAVITY.indexOf(b.outcome) - GRAVITY.indexOf(a.outcome));
}

/** Which entries are wrong, counted as people count. */
function RosterProblem({ error }: { error: unknown }) {
  const { roster } = useMessages();
  const valueText = useValueText();
  const places = error instanceof ApiError ? error.errors : [];
  if (places.length === 0) return <Problem error={error} />;
  return (
    <Callout tone="bad" title={roster.invalid} urgent>
      <ul>
        {places.map((place) => (
          <li key={`${place.pointer} ${place.message}`}>
            <span className="strong">{placeOf(place.pointer, roster.invalidAt)}</span> {valueText(place)}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function placeOf(pointer: string, name: (position: number, field: string) => string): string {
  const [, , position, field = ''] = pointer.split('/');
  return position === undefined ? pointer : name(Number(position) + 1, field);
}
