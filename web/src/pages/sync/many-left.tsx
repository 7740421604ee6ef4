import { call } from '../../api/client.ts';
import type { Run } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';

/** Suspiciously many people left with the roster. It stays on the overview until somebody marks it as seen. */
export function ManyLeft({ run }: { run: Run }) {
  const { syncs, common } = useMessages();
  const mayChange = useMay('change-people');
  const seen = useChange({
    send: () =>
      call('POST /integrations/:id/syncs/:runId/seen', {
        params: { id: run.integrationId, runId: run.id },
      }),
    done: syncs.markedSeen,
  });
  const problem = run.problems.find(({ code }) => code === 'large-offboarding');
  if (run.largeOffboarding !== 'unseen' || !problem) return null;
  return (
    <Callout tone="bad" title={syncs.manyLeftTitle(problem.count, problem.outOf ?? problem.count)}>
      <div className="stack">
        <p>{syncs.manyLeftText}</p>
        <p>{syncs.manyLeftBack}</p>
        {mayChange ? (
          <div className="row">
            <Button onClick={() => seen.mutate()} busy={seen.isPending}>
              {syncs.markSeen}
            </Button>
          </div>
        ) : (
          <p className="small quiet">{common.mayNotChange}</p>
        )}
      </div>
    </Callout>
  );
}
