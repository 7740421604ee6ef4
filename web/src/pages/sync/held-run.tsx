import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Run } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';

type Decision = 'approve' | 'discard';

/** The list of changes below shows the people it is about. */
export function HeldRun({ run }: { run: Run }) {
  const { syncs, common } = useMessages();
  const mayChange = useMayChange();
  const people = run.heldPeople;
  const [asking, setAsking] = useState<Decision | null>(null);
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
      {asking && <ConfirmDecision decision={asking} run={run} onClose={() => setAsking(null)} />}
    </Callout>
  );
}

function ConfirmDecision({ decision, run, onClose }: { decision: Decision; run: Run; onClose: () => void }) {
  const { syncs } = useMessages();
  const people = run.heldPeople;
  const isApproval = decision === 'approve';
  const decide = useChange({
    send: () =>
      call(`POST /integrations/:id/syncs/:runId/${decision}`, {
        params: { id: run.integrationId, runId: run.id },
        body: { people },
      }),
    done: isApproval ? syncs.approved : syncs.discarded,
    next: onClose,
  });
  return (
    <ConfirmDialog
      title={isApproval ? syncs.approveTitle(people) : syncs.discardTitle}
      text={isApproval ? syncs.approveText : syncs.discardText}
      button={isApproval ? syncs.approve : syncs.discard}
      danger={isApproval}
      change={decide}
      onClose={onClose}
    />
  );
}
