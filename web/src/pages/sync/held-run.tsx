import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Run } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';

/** Who is concerned stands in the list below, which then shows only them. */
export function HeldRun({ run }: { run: Run }) {
  const { syncs, common } = useMessages();
  const mayChange = useMayChange();
  const people = run.heldPeople;
  const [asking, setAsking] = useState<'approve' | 'discard' | null>(null);
  const decide = useChange({
    send: () => api.post<Run>(`/integrations/${run.integrationId}/syncs/${run.id}/${asking}`, { people }),
    done: asking === 'approve' ? syncs.approved : syncs.discarded,
    next: () => setAsking(null),
  });
  return (
    <Callout tone="warn" title={syncs.heldTitle(people)}>
      <div className="stack">
        <p>{syncs.heldText}</p>
        {mayChange ? (
          <div className="row">
            <Button kind="danger" onClick={() => setAsking('approve')}>
              {syncs.approve}
            </Button>
            <Button onClick={() => setAsking('discard')}>{syncs.discard}</Button>
          </div>
        ) : (
          <p className="small quiet">{common.adminsOnly}</p>
        )}
      </div>
      {asking === 'approve' && (
        <ConfirmDialog
          title={syncs.approveTitle(people)}
          text={syncs.approveText}
          button={syncs.approve}
          danger
          change={decide}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'discard' && (
        <ConfirmDialog
          title={syncs.discardTitle}
          text={syncs.discardText}
          button={syncs.discard}
          change={decide}
          onClose={() => setAsking(null)}
        />
      )}
    </Callout>
  );
}
