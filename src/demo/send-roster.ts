import { setTimeout as sleep } from 'node:timers/promises';
import { WHOLE_COMPANY } from '../domain/access/scope.ts';
import { Overtaken, releaseClaim } from '../platform/claims/claims.ts';
import { rosterLimits } from '../platform/config/roster-limits.ts';
import type { Pool, Transaction } from '../platform/db/types.ts';
import { submitRoster } from '../rosters/accept/submit-roster.ts';
import { applyRun, claimRun, type PreparedRun, prepareRun } from '../rosters/apply/apply-run.ts';
import { bodyOf } from '../rosters/receive/body-of.ts';
import { sweepUpload } from '../rosters/receive/sweep-uploads.ts';
import { claimOldestRun, RUNS } from '../rosters/runs/runs-sql.ts';
import type { Stage } from './cast.ts';
import type { IntegrationKey } from './roster.ts';
import { hasUnfinishedRun } from './stories-sql.ts';

interface Sent {
  integration: IntegrationKey;
  syncId: string;
  entries: object[];
  fails?: true;
}

const LIMITS = rosterLimits({});

/**
 * Sends a roster as the API does, without HTTP. Returns the run that has to be applied, claimed. `done` is for a roster that is known
 * and leaves nothing to apply.
 */
export async function sendRoster(
  { database, companyId, integrations, keyId }: Stage,
  { integration, syncId, entries, fails }: Sent,
  done: (tx: Transaction) => Promise<void> = async () => {},
): Promise<PreparedRun | undefined> {
  let claimed: PreparedRun | undefined;
  const acceptance = {
    companyId,
    integrationId: integrations[integration],
    submitter: { keyId, userId: null },
    scope: WHOLE_COMPANY,
    limits: LIMITS,
    onAccept: async (tx: Transaction) => {
      await done(tx);
      claimed = await claim(tx, companyId);
    },
  };
  const sent = await submitRoster(database, acceptance, bodyOf(syncId, [entries]), {
    // A roster that fails has to be applied.
    isAlwaysRead: fails === true,
  });
  if (sent.outcome === 'refused') throw sent.refusal;
  return claimed;
}

/**
 * Applies a claimed roster, as a worker does, and what a killed node has left. With `fails`, each attempt fails as if the service
 * had a fault, until the run has failed.
 */
export async function applyRosters(
  sql: Pool,
  companyId: number,
  claimed: PreparedRun | undefined,
  fails: boolean,
): Promise<void> {
  const beforeApplying = () => {
    if (fails) throw new PlayedFault();
  };
  let run = claimed;
  for (;;) {
    run ??= await claimRun(sql, companyId);
    if (run) run = await attempt(sql, run, beforeApplying);
    else if (await hasUnfinishedRun(sql, companyId)) await sleep(100);
    else return;
  }
}

async function attempt(
  sql: Pool,
  run: PreparedRun,
  beforeApplying: () => void,
): Promise<PreparedRun | undefined> {
  const { companyId, uploadId } = run;
  try {
    await applyRun(run, { worker: sql, onProgress: () => {}, beforeApplying });
    await sweepUpload(sql, companyId, uploadId);
  } catch (error) {
    if (error instanceof Overtaken) return undefined;
    if (!(error instanceof PlayedFault)) throw error;
    return await sql.begin(async (tx) => {
      await releaseClaim(tx, RUNS, run);
      return await claim(tx, companyId);
    });
  }
  return undefined;
}

/** In the transaction that makes the run free: workers look for runs every second, and would apply it without the fault. */
async function claim(tx: Transaction, companyId: number): Promise<PreparedRun | undefined> {
  const run = await claimOldestRun(tx, companyId);
  return run && (await prepareRun(tx, run));
}

class PlayedFault extends Error {}
