import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { routeQuery } from '../../api/route-query.ts';
import type { Run } from '../../api/routes.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { followInterval, isUnfinished } from '../../domain/follow-runs.ts';
import { lineOfEntry } from '../../domain/run-name.ts';
import { StepTitle } from '../../domain/steps.tsx';
import { useRosterText } from '../../domain/use-roster-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { heldOf } from '../sync/held-run.tsx';
import { OpenConflicts } from '../sync/open-conflicts.tsx';
import { OpenDuplicates } from '../sync/open-duplicates.tsx';
import { RunCounts } from '../sync/run-counts.tsx';
import { Running, RunState } from '../sync/run-state.tsx';

/** Follows the run of a sent roster until it has ended, then shows its result. */
export function SentStep({
  integrationId,
  runId,
  onAnother,
}: {
  integrationId: number;
  runId: number;
  onAnother: () => void;
}) {
  const query = useQuery({
    ...routeQuery('GET /integrations/:id/syncs/:runId', { params: { id: integrationId, runId } }),
    refetchInterval: ({ state }) => followInterval(state.data ? [state.data] : []),
  });
  return (
    <Loaded query={query} lines={4}>
      {(run) => (isUnfinished(run) ? <Applying run={run} /> : <Result run={run} onAnother={onAnother} />)}
    </Loaded>
  );
}

function Applying({ run }: { run: Run }) {
  const roster = useRosterText();
  return (
    <>
      <StepTitle>{roster.applying}</StepTitle>
      {run.status === 'queued' ? <RunState run={run} /> : <Running run={run} />}
    </>
  );
}

function Result({ run, onAnother }: { run: Run; onAnother: () => void }) {
  const roster = useRosterText();
  const { overview, employees } = useMessages();
  const { status, integrationId, id } = run;
  const waiting = run.counts.waitingForEnrolment ?? 0;
  const sync = `/integrations/${integrationId}/syncs/${id}`;
  const title =
    status === 'held'
      ? roster.result.held[heldOf(run)]
      : status === 'succeeded' || status === 'failed'
        ? roster.result[status]
        : roster.result.other;
  return (
    <>
      <StepTitle>{title}</StepTitle>
      {status === 'held' && <Callout tone="warn">{roster.heldText(run.heldPeople)}</Callout>}
      {status !== 'succeeded' && status !== 'held' && <RunState run={run} />}
      <OpenConflicts run={run} />
      <OpenDuplicates run={run} />
      {waiting > 0 && (
        <Callout title={overview.waiting(waiting)}>
          <p>{overview.waitingText(waiting)}</p>
          <Link href="/employees?waiting=true">{employees.chooseWaiting}</Link>
        </Callout>
      )}
      {Object.keys(run.counts).length > 0 && (
        <RunCounts
          counts={{ entries: run.entryCount, ...run.counts }}
          hasLines={lineOfEntry(run.syncId) !== undefined}
        />
      )}
      <div className="row">
        <ButtonLink kind="primary" to={sync}>
          {status === 'held' ? roster.decideHeld[heldOf(run)] : roster.toSync}
        </ButtonLink>
        <Button onClick={onAnother}>{roster.sendAnother}</Button>
      </div>
    </>
  );
}
