import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { routeQuery } from '../../api/route-query.ts';
import type { Overview, PriceChange } from '../../api/routes.ts';
import { Callout } from '../../design/callout.tsx';
import { Card, Tile } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { daysBetween } from '../../domain/months.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { Attention } from './attention.tsx';
import { FirstSteps, isSetUp } from './first-steps.tsx';
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
            <Attention attention={data.attention} isNew={!isSetUp(data.setUp)} />
            {!isSetUp(data.setUp) && <FirstSteps setUp={data.setUp} />}
            {data.priceChange && <NextPrice {...data.priceChange} />}
            <Numbers data={data} />
            <div className="overview-columns">
              <Recent data={data} />
              <Card title={overview.byStatus} text={overview.employeesInAll(data.employees)}>
                <StatusBars counts={data.subscriptions} />
              </Card>
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Announces what the service does by itself then. */
function NextPrice({ from, cents, beforeCents }: PriceChange) {
  const { overview } = useMessages();
  const format = useFormat();
  return (
    <Callout title={overview.nextPrice(format.month(from), format.money(cents), format.money(beforeCents))}>
      {cents > beforeCents ? overview.nextPriceHigher : overview.nextPriceLower}
    </Callout>
  );
}

/** Tickets and cost of the running month beside those of the month before, contracts, and the next issue. */
function Numbers({ data: { months, contracts, attention, nextIssueOn, businessDate } }: { data: Overview }) {
  const { overview } = useMessages();
  const format = useFormat();
  const { current, previous } = months;
  const month = format.monthName(current.month);
  const before = format.monthName(previous.month);
  return (
    <dl className="tiles">
      <Tile
        label={overview.ticketsOf(month)}
        number={
          <Link href="/costs" className="tile-date">
            {format.number(current.tickets)}
          </Link>
        }
        note={overview.monthBefore(before, format.number(previous.tickets))}
      />
      <Tile
        label={overview.costOf(month)}
        number={
          <Link href="/costs" className="tile-date">
            {format.wholeMoney(current.employerCents)}
          </Link>
        }
        note={overview.costBefore(
          before,
          format.wholeMoney(previous.employerCents),
          format.wholeMoney(current.employeeCents),
        )}
      />
      <Tile
        label={overview.answeredContracts}
        number={
          <Link href="/links/contracts?statuses=all" className="tile-date">
            {overview.answeredOf(format.number(contracts.answered), format.number(contracts.offered))}
          </Link>
        }
        note={[
          overview.openContracts(attention.pendingContracts - contracts.newTerms),
          ...(contracts.newTerms > 0 ? [overview.openNewTerms(contracts.newTerms)] : []),
        ].join(' ')}
      />
      <Tile
        label={overview.nextIssue}
        number={<span className="tile-date">{format.day(nextIssueOn)}</span>}
        note={overview.inDays(daysBetween(businessDate, nextIssueOn))}
      />
    </dl>
  );
}

function Recent({ data: { recentRuns } }: { data: Overview }) {
  const { overview, integrations } = useMessages();
  if (recentRuns.length === 0)
    return (
      <Card title={overview.syncs}>
        <Empty
          icon="plug"
          title={overview.noSyncs}
          action={<Link href="/integrations">{integrations.title}</Link>}
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
