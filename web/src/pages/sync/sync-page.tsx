import { useQuery } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { hasCode } from '../../api/api-error.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Run } from '../../api/routes.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { followInterval } from '../../domain/follow-runs.ts';
import { RunBadge } from '../../domain/run-badge.tsx';
import { lineOfEntry, runName } from '../../domain/run-name.ts';
import { useEarlierText } from '../../domain/use-earlier-text.ts';
import { useRosterText } from '../../domain/use-roster-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { ChangeList } from './change-list.tsx';
import { OpenConflicts } from './open-conflicts.tsx';
import { OpenDuplicates } from './open-duplicates.tsx';
import { OpenWaiting } from './open-waiting.tsx';
import { RunCounts } from './run-counts.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunState } from './run-state.tsx';
import { Warnings } from './warnings.tsx';

export default function SyncPage({ integrationId, runId }: { integrationId: number; runId: number }) {
  const query = useQuery({
    ...routeQuery('GET /integrations/:id/syncs/:runId', { params: { id: integrationId, runId } }),
    refetchInterval: ({ state }) => followInterval(state.data ? [state.data] : []),
  });
  if (hasCode(query.error, 'not-found')) return <Redirect to={`/integrations/${integrationId}`} replace />;
  return (
    <div className="page">
      <Loaded query={query} lines={8}>
        {(run) => <Content run={run} />}
      </Loaded>
    </div>
  );
}

function Content({ run }: { run: Run }) {
  const m = useMessages();
  const earlier = useEarlierText();
  const roster = useRosterText();
  const format = useFormat();
  // Before a run is applied it has no changes. An empty list would look as if it changed nothing.
  const isApplied = Object.keys(run.counts).length > 0;
  const lineOf = lineOfEntry(run.syncId);
  const title = m.syncs.title(format.moment(run.acceptedAt));
  return (
    <>
      <PageHead title={title} back={{ to: `/integrations/${run.integrationId}`, label: run.integrationName }}>
        <div className="row">
          <h1>{title}</h1>
          <RunBadge status={run.status} />
        </div>
        <p className="page-head-text">{runName(run, m)}</p>
      </PageHead>
      <RunState run={run} />
      <OpenConflicts run={run} />
      <OpenDuplicates run={run} />
      <OpenWaiting run={run} />
      {isApplied && (
        <RunCounts counts={{ entries: run.entryCount, ...run.counts }} hasLines={lineOf !== undefined} />
      )}
      <Warnings
        warnings={run.problems}
        entryName={lineOf && ((position) => `${roster.row} ${lineOf(position)}`)}
      />
      {isApplied && (
        <Card title={earlier.question} text={earlier.questionText}>
          <ButtonLink to={`/integrations/${run.integrationId}/syncs/${run.id}/compare`}>
            {earlier.open}
          </ButtonLink>
        </Card>
      )}
      {isApplied && <ChangeList run={run} />}
      <RunFacts run={run} />
    </>
  );
}
