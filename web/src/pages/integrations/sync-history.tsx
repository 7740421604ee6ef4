import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { runsQuery } from '../../api/sync-queries.ts';
import type { ListedRun, RunCounts } from '../../api/types.ts';
import { Card } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Pager } from '../../design/pager.tsx';
import { RunBadge } from '../../domain/run-badge.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

const PER_PAGE = 10;

export function SyncHistory({ integrationId }: { integrationId: number }) {
  const { integrations } = useMessages();
  const address = useListAddress();
  const query = useQuery(runsQuery(integrationId, { page: address.page, perPage: PER_PAGE }));
  return (
    <Card title={integrations.history} flush>
      <Loaded query={query}>
        {(page) =>
          page.total === 0 ? (
            <Empty icon="inbox" title={integrations.noRuns}>
              {integrations.noRunsText}
            </Empty>
          ) : (
            <>
              <RunTable runs={page.data} />
              <Pager {...page} onPage={(next) => address.set({ page: String(next) })} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function RunTable({ runs }: { runs: ListedRun[] }) {
  const { integrations, syncs, common } = useMessages();
  const format = useFormat();
  const sum = ({ counts }: ListedRun, ...names: (keyof RunCounts)[]) =>
    format.number(names.reduce((total, name) => total + (counts[name] ?? 0), 0));
  return (
    <div className="table-scroll">
      <table className="table table-cards">
        <thead>
          <tr>
            <th>{integrations.accepted}</th>
            <th>{common.status}</th>
            <th className="end">{integrations.entries}</th>
            <th className="end">{syncs.added}</th>
            <th className="end">{syncs.updated}</th>
            <th className="end">{syncs.offboarded}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <td>
                <Link href={`/integrations/${run.integrationId}/syncs/${run.id}`} className="row-link">
                  {format.moment(run.acceptedAt)}
                </Link>
                <div className="small quiet mono truncate">{run.syncId}</div>
              </td>
              <td>
                <RunBadge status={run.status} />
              </td>
              <td className="end numbers" data-label={integrations.entries}>
                {format.number(run.entryCount)}
              </td>
              <td className="end numbers" data-label={syncs.added}>
                {sum(run, 'added', 'adopted', 'rehired')}
              </td>
              <td className="end numbers" data-label={syncs.updated}>
                {sum(run, 'updated', 'renumbered', 'unlinked')}
              </td>
              <td className="end numbers" data-label={syncs.offboarded}>
                {sum(run, 'offboarded')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
