import type { Run } from '../api/routes.ts';

const FOLLOW_MS = 1_500;
const UNFINISHED: readonly Run['status'][] = ['queued', 'running'];

export const isUnfinished = ({ status }: Pick<Run, 'status'>) => UNFINISHED.includes(status);

/** The refetch interval of a query: the page asks again until these runs are finished. */
export function followInterval(runs: readonly Pick<Run, 'status'>[]): number | false {
  return runs.some(isUnfinished) ? FOLLOW_MS : false;
}
