import { Overtaken, releaseClaim, whileRenewing } from '../platform/claims/claims.ts';
import { startWorker, type Worker, type WorkLog } from '../platform/claims/worker.ts';
import type { Pool } from '../platform/db/types.ts';
import { WORKER_SLOTS } from '../platform/limits.ts';
import { type PullContext, pullRoster } from '../rosters/pull/pull-roster.ts';
import { claimPulls, findCompaniesWithPulls, PULLS } from '../rosters/pull/pulls-sql.ts';
import { rest } from '../rosters/pull/source-client.ts';

const { count: AT_ONCE, maxEach: OF_A_COMPANY, resting: RESTING } = WORKER_SLOTS.pulls;
const EVERY_MS = 1_000;
/** During a short one a pull keeps its slot: it may hold a file. */
const LONG_PAUSE_MS = 10_000;
/** After an error of our own. */
const PAUSE_SECONDS = 30;

interface Options extends Omit<PullContext, 'signal'> {
  log: WorkLog;
  /** A pull has become a roster, which waits to be applied. */
  onAccepted: (companyId: number) => void;
  /** A pull that was no preview has given no roster, for the metrics. */
  onRefused?: ((code: string) => void) | undefined;
}

/** Fetches rosters from HR systems, one at a time per company. */
export function startPullWorker({ log, onAccepted, onRefused, ...context }: Options): Worker {
  const sql: Pool = context.database.sql;
  return startWorker({
    name: 'pulls',
    sql,
    log,
    slots: AT_ONCE,
    slotsOfACompany: OF_A_COMPANY,
    restingSlots: RESTING,
    everyMs: EVERY_MS,
    find: async () => (await findCompaniesWithPulls(sql)).map((companyId) => ({ companyId, rank: 0 })),
    claim: ({ companyId }, max) => claimPulls(sql, companyId, max),
    async work(pull, { stopping, withoutSlot }) {
      const { companyId, integrationId, syncId } = pull;
      const about = { companyId, integrationId, syncId };
      const { pause: wait = rest } = context.sources;
      const pause: typeof rest = (ms, signal) =>
        ms < LONG_PAUSE_MS ? wait(ms, signal) : withoutSlot(() => wait(ms, signal));
      const sources = { ...context.sources, pause };
      try {
        const result = await whileRenewing(sql, PULLS, pull, (lost) =>
          pullRoster({ ...context, sources, signal: AbortSignal.any([stopping, lost]) }, pull),
        );
        if (result.status === 'failed') {
          log.info({ ...about, code: result.code }, 'pull failed');
          if (pull.purpose !== 'preview') onRefused?.(result.code);
        } else log.info({ ...about, ...result }, 'pull finished');
        if (result.status === 'accepted' && !result.isUnchanged) onAccepted(companyId);
      } catch (error) {
        if (error instanceof Overtaken) {
          log.info(about, 'another node has taken over, or the source was changed');
          return;
        }
        // A node that stops gives the pull to another one.
        await releaseClaim(sql, PULLS, pull, stopping.aborted ? 0 : PAUSE_SECONDS).catch(() => {});
        if (!stopping.aborted) throw error;
      }
    },
  });
}
