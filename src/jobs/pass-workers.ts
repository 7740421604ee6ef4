import { releaseClaim } from '../platform/claims/claims.ts';
import { startWorker, type Worker, type WorkLog } from '../platform/claims/worker.ts';
import type { Pool } from '../platform/db/types.ts';
import { WORKER_SLOTS } from '../platform/limits.ts';
import { comparePasses } from '../tickets/wallet/lasting/compare-passes.ts';
import { findCompaniesToCompare, hasToCompare } from '../tickets/wallet/lasting/compare-sql.ts';
import { deliverUpdate } from '../tickets/wallet/lasting/deliver-update.ts';
import type { Delivery } from '../tickets/wallet/lasting/delivery.ts';
import type { Passes } from '../tickets/wallet/lasting/passes.ts';
import {
  claimRegistrations,
  findCompaniesToNotify,
  REGISTRATIONS,
} from '../tickets/wallet/lasting/registrations-sql.ts';
import type { Wallet } from '../tickets/wallet/wallet-links.ts';

/** How often the database is asked for work. */
const EVERY_MS = 1_000;

interface Options {
  sql: Pool;
  passes: Passes;
  log: WorkLog;
  everyMs?: number;
  /** For the metrics. */
  onUpdate?: ((wallet: Wallet, outcome: Delivery['outcome']) => void) | undefined;
}

/** Finds the passes that have changed, and notifies phones and Google of them. Nothing else waits for it. */
export function startPassWorkers(options: Options): Pick<Worker, 'stop'> {
  const { google, push } = options.passes;
  const workers = [
    startComparing(options),
    ...(push ? [startNotifying(options, 'apple')] : []),
    ...(google ? [startNotifying(options, 'google')] : []),
  ];
  return {
    async stop(timeoutMs) {
      await Promise.all(workers.map((worker) => worker.stop(timeoutMs)));
      push?.close();
    },
  };
}

/** After a comparison the company's next one waits so many times as long as it took. It is about all passes of the company. */
const PAUSE_FACTOR = 9;

/** Comparing twice does no harm, so nothing is claimed. */
function startComparing({ sql, log, everyMs = EVERY_MS }: Options): Worker {
  const restsUntil = new Map<number, number>();
  return startWorker({
    name: 'changed passes',
    sql,
    log,
    slots: WORKER_SLOTS.passComparisons.count,
    everyMs,
    find: async () => (await findCompaniesToCompare(sql)).map((companyId) => ({ companyId, rank: 0 })),
    async claim({ companyId }) {
      if (performance.now() < (restsUntil.get(companyId) ?? 0)) return [];
      return (await hasToCompare(sql, companyId)) ? [{ companyId }] : [];
    },
    async work({ companyId }, { stopping }) {
      const begin = performance.now();
      const changed = await comparePasses(sql, companyId, stopping);
      const end = performance.now();
      restsUntil.set(companyId, end + PAUSE_FACTOR * (end - begin));
      if (changed > 0) log.info({ companyId, changed }, 'passes have changed');
    },
  });
}

function startNotifying({ sql, passes, log, everyMs = EVERY_MS, onUpdate }: Options, wallet: Wallet): Worker {
  const report = reportFailures(log, wallet);
  return startWorker({
    name: `changed passes for ${wallet}`,
    sql,
    log,
    slots: WORKER_SLOTS.passes.count,
    slotsOfACompany: WORKER_SLOTS.passes.maxEach,
    everyMs,
    find: async () => (await findCompaniesToNotify(sql, wallet)).map((companyId) => ({ companyId, rank: 0 })),
    claim: ({ companyId }, max) => claimRegistrations(sql, companyId, { wallet, max }),
    async work(registration, { stopping }) {
      if (stopping.aborted) {
        await releaseClaim(sql, REGISTRATIONS, registration);
        return;
      }
      const delivery = await deliverUpdate(sql, passes, registration);
      onUpdate?.(wallet, delivery.outcome);
      report(delivery);
    },
  });
}

const REPORT_MS = 60_000;

/** If a server is down, thousands of devices fail for the same reason: the log has it once a minute, with their number. */
function reportFailures(log: WorkLog, wallet: Wallet): (delivery: Delivery) => void {
  const failures = new Map<string, number>();
  let reportAt = 0;
  return (delivery) => {
    if (delivery.outcome !== 'failed') return;
    failures.set(delivery.problem, (failures.get(delivery.problem) ?? 0) + 1);
    if (performance.now() < reportAt) return;
    for (const [problem, count] of failures)
      log.info({ wallet, problem, count }, 'updates of passes could not be delivered');
    failures.clear();
    reportAt = performance.now() + REPORT_MS;
  };
}
