import type { WorkLog } from '../platform/claims/worker.ts';
import type { Pool } from '../platform/db/types.ts';
import type { Job } from './job.ts';

export interface Ticker {
  /** Starts the first round and returns at once. */
  start(): void;
  /** Starts no further round. Resolves when the running one is done. */
  stop(): Promise<void>;
}

interface Options {
  sql: Pool;
  log: WorkLog;
  jobs: Readonly<Record<string, Job>>;
  everyMs: number;
}

/** Runs all these jobs at start, and again this long after a round has ended. */
export function createTicker({ sql, log, jobs, everyMs }: Options): Ticker {
  const stopping = new AbortController();
  const { signal } = stopping;
  let round = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function runAll(): Promise<void> {
    for (const [job, run] of Object.entries(jobs)) {
      if (signal.aborted) return;
      try {
        await run({ sql, log, signal });
      } catch (error) {
        log.error({ err: error, job }, 'a job failed');
      }
    }
  }

  function tick(): void {
    round = runAll().then(() => {
      if (!signal.aborted) timer = setTimeout(tick, everyMs);
    });
  }

  return {
    start: tick,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await round;
    },
  };
}
