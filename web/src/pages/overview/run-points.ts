import type { RunLine } from '../../api/routes.ts';
import type { Outcome } from '../../domain/vocabulary.ts';

export const SERIES = ['added', 'updated', 'offboarded'] as const;
type Series = (typeof SERIES)[number];

/** The changes of a sync, summed up in three numbers. */
export interface RunPoint extends Record<Series, number> {
  id: string;
  run: RunLine;
}

export function pointOf(run: RunLine): RunPoint {
  const count = (...outcomes: Outcome[]) =>
    outcomes.reduce((sum, outcome) => sum + (run.counts[outcome] ?? 0), 0);
  return {
    id: String(run.id),
    run,
    added: count('added', 'adopted', 'rehired'),
    updated: count('updated', 'renumbered', 'unlinked'),
    offboarded: count('offboarded'),
  };
}

/** The marks of runs without a bar. A held run may have one too. */
export const MARKS = ['held', 'failed', 'unchanged'] as const;

export function markOf({ run: { status }, added, updated, offboarded }: RunPoint) {
  if (status === 'failed' || status === 'held') return status;
  const isDone = status === 'succeeded' || status === 'superseded';
  return isDone && added + updated + offboarded === 0 ? 'unchanged' : null;
}

export const runAddress = ({ integrationId, id }: RunLine) => `/integrations/${integrationId}/syncs/${id}`;
