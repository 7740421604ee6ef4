import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Query } from './client.ts';
import type { Change, Conflict, ListedRun, Page, Run } from './types.ts';

const FOLLOW_MS = 1_500;
const UNFINISHED: readonly string[] = ['queued', 'running'];

export const isUnfinished = ({ status }: { status: string }) => UNFINISHED.includes(status);

export const runsQuery = (integrationId: number, query: Query) =>
  queryOptions({
    queryKey: ['syncs', integrationId, query],
    queryFn: ({ signal }) => api.get<Page<ListedRun>>(`/integrations/${integrationId}/syncs`, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnfinished) ? FOLLOW_MS : false),
  });

/** Asks again until it is finished. */
export const runQuery = (integrationId: number, runId: number) =>
  queryOptions({
    queryKey: ['syncs', integrationId, runId],
    queryFn: ({ signal }) => api.get<Run>(`/integrations/${integrationId}/syncs/${runId}`, {}, signal),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? FOLLOW_MS : false),
  });

export const changesQuery = (run: Run, query: Query) =>
  queryOptions({
    // The status is part of the key: a run that has finished meanwhile has other changes.
    queryKey: ['syncs', run.integrationId, run.id, 'changes', run.status, query],
    queryFn: ({ signal }) =>
      api.get<Page<Change>>(`/integrations/${run.integrationId}/syncs/${run.id}/changes`, query, signal),
    placeholderData: keepPreviousData,
  });

export const conflictsQuery = (integrationId: number) =>
  queryOptions({
    queryKey: ['conflicts', integrationId],
    queryFn: ({ signal }) => api.get<Page<Conflict>>(`/integrations/${integrationId}/conflicts`, {}, signal),
  });
