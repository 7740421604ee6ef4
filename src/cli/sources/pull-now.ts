import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT_CODES } from '../../../client/src/push/failure.ts';
import { Overtaken, whileRenewing } from '../../platform/claims/claims.ts';
import type { Config } from '../../platform/config/config.ts';
import { connectWorker } from '../../platform/db/connect.ts';
import type { OpenDatabase } from '../../platform/db/open.ts';
import { AppError } from '../../platform/errors.ts';
import { applyRun, claimRun } from '../../rosters/apply/apply-run.ts';
import { pullRoster } from '../../rosters/pull/pull-roster.ts';
import { claimPulls, PULLS, type Pull, selectPull } from '../../rosters/pull/pulls-sql.ts';
import type { ChangedIntegration } from '../../rosters/pull/set-up-source.ts';
import type { Sources } from '../../rosters/pull/sources.ts';
import { KeptBodies } from '../../rosters/receive/kept-body.ts';
import { readRun } from '../../rosters/runs/read-run.ts';
import type { Run } from '../../rosters/runs/run.ts';
import { RUNS } from '../../rosters/runs/runs-sql.ts';

/** A running service begins within a second or two. After this long there seems to be none. */
const GRACE_MS = 5_000;
const EVERY_MS = 500;

interface Waiting {
  database: OpenDatabase;
  config: Pick<Config, 'rosterLimits'>;
  sources: Sources;
  integration: ChangedIntegration;
  syncId: string;
  /** Until this process does the work itself. */
  graceMs?: number;
}

/** Waits for a pull. If no service fetches it, this process does. */
export async function waitForPull(waiting: Waiting): Promise<Pull> {
  const { database, integration, syncId } = waiting;
  const { companyId, integrationId } = integration;
  return await waitUntilDone(waiting, {
    look: async () => {
      const pull = await selectPull(database.sql, companyId, integrationId, syncId);
      if (!pull) throw new AppError('not-found', 'The pull is gone.');
      return pull;
    },
    isDone: ({ finishedAt }) => finishedAt !== null,
    workHere: () => fetchHere(waiting),
  });
}

/** Waits until the roster of a pull is applied, or held. If no service applies it, this process does. */
export async function waitForRun(waiting: Waiting): Promise<Run> {
  const { database, integration, syncId } = waiting;
  const { companyId, integrationId } = integration;
  return await waitUntilDone(waiting, {
    look: () => readRun(database.sql, companyId, integrationId, { syncId }),
    isDone: ({ finishedAt, status }) => finishedAt !== null || status === 'held',
    workHere: () => applyHere(database, companyId),
  });
}

interface Watched<Work> {
  look(): Promise<Work>;
  isDone(work: Work): boolean;
  /** Does what nobody has claimed. */
  workHere(): Promise<void>;
}

async function waitUntilDone<Work>(
  { graceMs = GRACE_MS }: Waiting,
  { look, isDone, workHere }: Watched<Work>,
): Promise<Work> {
  const begin = performance.now();
  for (;;) {
    const work = await look();
    if (isDone(work)) return work;
    if (performance.now() - begin >= graceMs) await ignoringOvertaken(workHere);
    await sleep(EVERY_MS);
  }
}

/** A service has taken the work over after all. Its result counts. */
async function ignoringOvertaken(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
  }
}

async function fetchHere({ database, config, sources, integration }: Waiting): Promise<void> {
  const context = {
    database,
    sources,
    limits: config.rosterLimits,
    keptBodies: new KeptBodies(),
    signal: new AbortController().signal,
  };
  for (const claimed of await claimPulls(database.sql, integration.companyId, 1))
    await whileRenewing(database.sql, PULLS, claimed, () => pullRoster(context, claimed));
}

async function applyHere({ sql, server }: OpenDatabase, companyId: number): Promise<void> {
  const run = await claimRun(sql, companyId);
  if (!run) return;
  const worker = connectWorker(server);
  try {
    await whileRenewing(sql, RUNS, run, () => applyRun(run, { worker, onProgress: () => {} }));
  } finally {
    await worker.end();
  }
}

/** As `transit push --wait`. */
export function exitCodeOf(pull: Pull, run: Run | undefined): number {
  if (pull.status === 'failed' || run?.status === 'failed') return EXIT_CODES.failed;
  return run?.status === 'held' ? EXIT_CODES.held : 0;
}

export function describePull(pull: Pull): string[] {
  const { status, syncId, people, code, detail, field, right, leftEarlier, withoutNumber } = pull;
  if (status === 'failed')
    return [
      `Pull ${syncId} failed, and nobody was changed: ${code}. ${detail ?? ''}`.trimEnd(),
      ...(right ? [`Grant in the HR system, for ${field}: ${right}`] : []),
    ];
  return [
    `Pull ${syncId}: ${people} people fetched.`,
    ...(leftEarlier > 0 ? [`  ${leftEarlier} left before this month and are not in the roster`] : []),
    ...(withoutNumber > 0 ? [`  ${withoutNumber} have no number and are not in the roster`] : []),
  ];
}
