import type { FileOutcome } from '../sftp-drop/dropped-files-sql.ts';

/** What became of a dropped file, for the system that has dropped it. It has no personal data. */
interface DropResult {
  file: string;
  /** As of syncs; `replaced`: a newer file was read instead. */
  state: 'succeeded' | 'failed' | 'held' | 'discarded' | 'replaced' | string;
  receivedAt: string;
  finishedAt: string | null;
  replacedBy?: string;
  code?: string;
  detail?: string;
  people?: number;
  counts?: Record<string, number>;
  problems?: { code: string; count: number }[];
  /** In the portal. */
  link: string;
}

/** Undefined as long as nothing is decided. */
export function resultOf(outcome: FileOutcome, integrationUrl: string): DropResult | undefined {
  const { name: file, changedAt, replacedBy, pullStatus, runId, runStatus, finishedAt } = outcome;
  const common = {
    file,
    receivedAt: changedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
  if (replacedBy !== null)
    return { ...common, state: 'replaced', replacedBy, link: `${integrationUrl}/source` };
  if (pullStatus === 'failed') {
    const { code, detail } = outcome;
    const why = { ...(code && { code }), ...(detail && { detail }) };
    return { ...common, state: 'failed', ...why, link: `${integrationUrl}/source` };
  }
  if (runStatus === null || runStatus === 'queued' || runStatus === 'running') return undefined;
  const { people, counts, problems } = outcome;
  return {
    ...common,
    state: runStatus,
    people: people ?? 0,
    counts: counts ?? {},
    problems: inShort(problems ?? []),
    link: `${integrationUrl}/syncs/${runId}`,
  };
}

/** How often each problem occurs, without whom it concerns. */
function inShort(problems: readonly { code: string; count?: number }[]): { code: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { code, count = 1 } of problems) counts.set(code, (counts.get(code) ?? 0) + count);
  return [...counts].map(([code, count]) => ({ code, count }));
}
