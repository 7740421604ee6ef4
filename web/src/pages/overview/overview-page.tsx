import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { routeQuery } from '../../api/route-query.ts';
import type { Overview } from '../../api/routes.ts';
import { Card, Tile } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { daysBetween } from '../../domain/months.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { Attention } from './attention.tsx';
import './overview.css';
import { StatusBars } from './status-bars.tsx';

const SyncChart = lazy(() => import('./sync-chart.tsx'));

export default function OverviewPage() {
  const { overview } = useMessages();
  const query = useQuery({ ...routeQuery('GET /overview'), refetchInterval: 30_000 });
  return (
    <div className="page">
      <PageHead title={overview.title} />
      <Loaded query={query} lines={8}>
        {(data) => (
          <>
            <Attention attention={data.attention} />
            <Numbers data={data} />
            <div className="overview-columns">
              <Recent data={data} />
              <Card title={overview.byStatus}>
                <StatusBars counts={data.subscriptions} />
              </Card>
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

function Numbers({ data }: { data: Overview }) {
  const { overview } = useMessages();
  const format = useFormat();
  const { subscriptions } = data;
  const running =
    subscriptions.active + subscriptions['scheduled-pause'] + subscriptions['scheduled-cancellation'];
  return (
    <dl className="tiles">
      <Tile label={overview.employees} number={format.number(data.employees)} />
      <Tile label={overview.active} number={format.number(running)} />
      <Tile label={overview.tickets} number={format.number(data.ticketsThisMonth)} />
      <Tile
        label={overview.nextIssue}
        number={<span className="tile-date">{format.day(data.nextIssueOn)}</span>}
        note={overview.inDays(daysBetween(data.businessDate, data.nextIssueOn))}
      />
    </dl>
  );
}

function Recent({ data: { recentRuns } }: { data: Overview }) {
  const { overview, shell } = useMessages();
  if (recentRuns.length === 0)
    return (
      <Card title={overview.syncs}>
        <Empty
          icon="plug"
          title={overview.noSyncs}
          action={<Link href="/integrations">{shell.integrations}</Link>}
        >
          {overview.noSyncsText}
        </Empty>
      </Card>
    );
  return (
    <Card title={overview.syncs} text={overview.syncsText}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <SyncChart runs={recentRuns} />
      </Suspense>
    </Card>
  );
}
