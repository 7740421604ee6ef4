import { useState } from 'react';
import type { Messages } from '../../../../texts/en/portal/catalogue.ts';
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
  const words = wordsOf(run, syncs);
  const [asking, setAsking] = useState<Decision | null>(null);
  return (
    <Callout tone="warn" title={words.title}>
      <div className="stack">
        <p>{words.text}</p>
        {mayChange ? (
          <div className="row">
            <Button kind="danger" onClick={() => setAsking('approve')}>
              {words.approve.button}
            </Button>
            <Button onClick={() => setAsking('discard')}>{words.discard.button}</Button>
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
  const { done, ...question } = wordsOf(run, syncs)[decision];
  const decide = useChange({
    send: () =>
      call(`POST /integrations/:id/syncs/:runId/${decision}`, {
        params: { id: run.integrationId, runId: run.id },
        body: { people },
      }),
    done,
    next: onClose,
  });
  return <ConfirmDialog {...question} danger={decision === 'approve'} change={decide} onClose={onClose} />;
}

/** New numbers wait for another approval than endings do. */
function wordsOf({ heldPeople: people, problems }: Run, words: Messages['syncs']) {
  if (problems.some(({ code }) => code === 'large-renumbering'))
    return {
      title: words.heldNumbersTitle(people),
      text: words.heldNumbersText,
      approve: {
        button: words.approveNumbers,
        title: words.approveNumbersTitle(people),
        text: words.approveNumbersText,
        done: words.approvedNumbers,
      },
      discard: {
        button: words.discardNumbers,
        title: words.discardTitle,
        text: words.discardNumbersText,
        done: words.discarded,
      },
    };
  return {
    title: words.heldTitle(people),
    text: words.heldText,
    approve: {
      button: words.approve,
      title: words.approveTitle(people),
      text: words.approveText,
      done: words.approved,
    },
    discard: {
      button: words.discard,
      title: words.discardTitle,
      text: words.discardText,
      done: words.discarded,
    },
  };
}
