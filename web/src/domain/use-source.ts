import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { routeQuery } from '../api/route-query.ts';
import type { Pull, Source } from '../api/routes.ts';

const FOLLOW_MS = 1_500;
/** For the first file. */
const FILE_MS = 3_000;

export const isOpen = ({ status }: Pick<Pull, 'status'>) => status === 'queued' || status === 'fetching';

/** Whether its files come to us: then there is no schedule, and nothing to fetch. */
export const isDropped = ({ system }: Pick<Source, 'system'>) => system === 'file-drop';

/**
 * The HR system of an integration. While a roster is being fetched, the page follows it, then shows what it has changed. It also
 * notices the first file that comes.
 */
export function useSource(integrationId: number, enabled = true) {
  const client = useQueryClient();
  const query = useQuery({
    ...routeQuery('GET /integrations/:id/source', { params: { id: integrationId } }),
    enabled,
    refetchInterval: ({ state: { data } }) => {
      const awaitsFile = data?.draft && data.access && !data.access.newestFile;
      return data?.pulls.some(isOpen) ? FOLLOW_MS : awaitsFile ? FILE_MS : false;
    },
  });
  const isFetching = query.data?.pulls.some(isOpen) ?? false;
  const wasFetching = useRef(false);
  useEffect(() => {
    if (wasFetching.current && !isFetching)
      for (const route of [
        'GET /integrations/:id',
        'GET /integrations/:id/syncs',
        'GET /integrations/:id/attempts',
      ])
        void client.invalidateQueries({ queryKey: [route] });
    wasFetching.current = isFetching;
  }, [isFetching, client]);
  return query;
}
