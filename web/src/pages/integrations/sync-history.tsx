import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { routeQuery } from '../../api/route-query.ts';
import type { Integration, ListedRun } from '../../api/routes.ts';
import type { Column } from '../../design/table.tsx';
import { followInterval, isUnfinished } from '../../domain/follow-runs.ts';
import { List } from '../../domain/list.tsx';
import { RunBadge } from '../../domain/run-badge.tsx';
import { runName } from '../../domain/run-name.ts';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

const PER_PAGE = 10;

export function SyncHistory({ integration: { id: integrationId, source } }: { integration: Integration }) {
  const { integrations, syncs, common } = useMessages();
  const format = useFormat();
  const { page } = useListAddress();
  const query = useQuery({
    ...routeQuery('GET /integrations/:id/syncs', {
      params: { id: integrationId },
      query: { page, perPage: PER_PAGE },
    }),
    refetchInterval: ({ state }) => followInterval(state.data?.data ?? []),
  });
  const client = useQueryClient();
  const isUnderWay = query.data?.data.some(isUnfinished) ?? false;
  // The rest of this page shows the integration and its conflicts, which a finished run has changed.
  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay)
      for (const route of [
        'GET /integrations/:id',
        'GET /integrations/:id/conflicts',
        'GET /integrations/:id/duplicates',
        'GET /integrations/:id/waiting',
        'GET /integrations/:id/waiting/counts',
      ] as const)
        void client.invalidateQueries(routeQuery(route, { params: { id: integrationId } }));
    wasUnderWay.current = isUnderWay;
  }, [isUnderWay, client, integrationId]);
  const counted = (title: string, ...names: (keyof ListedRun['counts'])[]): Column<ListedRun> => ({
    title,
    end: true,
    className: 'numbers',
    onPhone: 'named',
    show: ({ counts }) => format.number(names.reduce((total, name) => total + (counts[name] ?? 0), 0)),
  });
  return (
    <List
      heading={{ title: integrations.history }}
      none={{
        icon: 'inbox',
        title: integrations.noRuns,
        text: source === null ? integrations.noRunsText : integrations.noFetchedText,
      }}
      query={query}
      keyOf={({ id }) => id}
      columns={[
        { title: integrations.accepted, show: (run) => <RunLink run={run} /> },
        { title: common.status, onPhone: 'corner', show: ({ status }) => <RunBadge status={status} /> },
        {
          title: integrations.entries,
          end: true,
          className: 'numbers',
          onPhone: 'named',
          show: ({ entryCount }) => format.number(entryCount),
        },
        counted(syncs.added, 'added', 'adopted', 'rehired'),
        counted(syncs.updated, 'updated', 'renumbered', 'unlinked'),
        counted(syncs.offboarded, 'offboarded'),
      ]}
    />
  );
}

function RunLink({ run }: { run: ListedRun }) {
  const format = useFormat();
  return (
    <>
      <Link href={`/integrations/${run.integrationId}/syncs/${run.id}`} className="row-link">
        {format.moment(run.acceptedAt)}
      </Link>
      <div className="small quiet truncate">{runName(run, useMessages())}</div>
    </>
  );
}
