import { setTimeout as sleep } from 'node:timers/promises';
import { isPartUnavailable } from '../db/failures.ts';
import type { Pool } from '../db/types.ts';
import { Turns, type Waiting } from './turns.ts';

/** Ids and counts only, no personal data. */
export interface WorkLog {
  info(values: object, message: string): void;
  error(values: object, message: string): void;
}

export interface Worker {
  /** Says that a company has work, which is claimed at once if there is a place. Otherwise the next look finds it. */
  wake(companyId: number): void;
  /** Claims nothing any more. After the time, running work is cut off, and another worker does it again. */
  stop(timeoutMs: number): Promise<void>;
}

/** How the work learns that the node stops. */
interface Stopping {
  /** Aborted first: begin no further step. */
  readonly stopping: AbortSignal;
  /** Aborted when the time is over: end now. */
  readonly stopped: AbortSignal;
}

/** Gives the place to other work during a wait, and takes one again after it. */
type WithoutPlace = <T>(wait: () => Promise<T>) => Promise<T>;

interface Options<Claimed extends { companyId: number }> {
  /** What is done, for the log. */
  name: string;
  sql: Pool;
  log: WorkLog;
  /** Pieces of work that this node does at the same time, and those of one company among them. */
  places: number;
  /** Pieces that may wait without a place (`WithoutPlace`). Further ones keep theirs. */
  restingPlaces?: number;
  placesOfACompany?: number;
  /** How often it looks for companies that have work. */
  everyMs: number;
  find(): Promise<Iterable<Waiting>>;
  /** Claims work of a company, at most so much. Less: the company has no more. */
  claim(waiting: Waiting, most: number): Promise<readonly Claimed[]>;
  /** Does the work and settles the claim. */
  work(claimed: Claimed, stopping: Stopping & { withoutPlace: WithoutPlace }): Promise<void>;
  /** Nothing is claimed while it is true. */
  isPaused?: () => boolean;
}

/** If looking takes long, because much work waits, the next look comes later: after this many times as long, or as the usual pause. */
const PAUSE_FACTOR = 10;
const MAX_PAUSES = 5;

/**
 * Does work of all companies: finds the companies that have some, claims a piece of one company after the other, and does as many
 * pieces at the same time as there are places. Every node has such a worker. The claims, which are in the database, keep two
 * workers from doing the same piece (`claims.ts`).
 */
export function startWorker<Claimed extends { companyId: number }>(options: Options<Claimed>): Worker {
  const { name, log, places, placesOfACompany = places, everyMs, isPaused = () => false } = options;
  const { restingPlaces = 0 } = options;
  const stopping = new AbortController();
  const stopped = new AbortController();
  const signals = { stopping: stopping.signal, stopped: stopped.signal };
  const turns = new Turns();
  const running = new Set<Promise<void>>();
  /** Of the running ones, those that have no place; and how those go on that have waited long enough. */
  let resting = 0;
  const resuming: (() => void)[] = [];
  /** The places that each company has taken. */
  const taken = new Map<number, number>();
  let waking = Promise.withResolvers<void>();
  let lookAt = 0;

  const mayTake = (companyId: number) => (taken.get(companyId) ?? 0) < placesOfACompany;

  const freePlaces = () => places - (running.size - resting);

  /** After a place has become free: work that has begun comes first. */
  function offerPlace(): void {
    while (freePlaces() > 0) {
      const resume = resuming.shift();
      if (!resume) break;
      resting--;
      resume();
    }
    waking.resolve();
  }

  const withoutPlace: WithoutPlace = async (wait) => {
    if (resting >= restingPlaces) return await wait();
    resting++;
    offerPlace();
    try {
      return await wait();
    } finally {
      await new Promise<void>((resume) => {
        resuming.push(resume);
        offerPlace();
      });
    }
  };

  function begin(waiting: Waiting, claimed: Claimed): void {
    const { companyId } = waiting;
    taken.set(companyId, (taken.get(companyId) ?? 0) + 1);
    const work = options
      .work(claimed, { ...signals, withoutPlace })
      .then(
        // There may be more. After an error the company waits for the next look.
        () => turns.add(waiting),
        (error) => log.error({ err: error, companyId }, `${name}: failed`),
      )
      .finally(() => {
        const left = (taken.get(companyId) ?? 0) - 1;
        if (left > 0) taken.set(companyId, left);
        else taken.delete(companyId);
        running.delete(work);
        offerPlace();
      });
    running.add(work);
  }

  async function look(): Promise<void> {
    const begun = performance.now();
    if (begun < lookAt) return;
    // Set first: if looking fails, the next look comes after the usual pause.
    lookAt = begun + everyMs;
    for (const waiting of await options.find()) turns.add(waiting);
    const took = performance.now() - begun;
    lookAt = begun + Math.min(Math.max(everyMs, PAUSE_FACTOR * took), MAX_PAUSES * everyMs);
  }

  async function claimAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const free = freePlaces();
      const next = free > 0 ? turns.next(mayTake) : undefined;
      if (!next) return;
      const { turn, among } = next;
      const ofTheCompany = placesOfACompany - (taken.get(turn.companyId) ?? 0);
      const share = Math.min(Math.max(1, Math.floor(free / among)), ofTheCompany);
      const claimed = await options
        .claim(turn, share)
        .catch((error) => ignoreUnreachableServer(options.sql, error));
      for (const each of claimed) begin(turn, each);
      if (claimed.length < share) turns.remove(turn);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      waking = Promise.withResolvers<void>();
      try {
        if (freePlaces() > 0 && !isPaused()) {
          await look();
          await claimAll();
        }
      } catch (error) {
        log.error({ err: error }, `${name}: could not look for work`);
      }
      const pause = new AbortController();
      const waited = sleep(everyMs, undefined, { signal: pause.signal }).catch(() => {});
      await Promise.race([waking.promise, waited]);
      pause.abort();
    }
  }

  const loop = run();
  return {
    wake(companyId) {
      turns.add({ companyId, rank: 0 });
      waking.resolve();
    },
    async stop(timeoutMs) {
      stopping.abort();
      waking.resolve();
      await loop;
      const patience = setTimeout(() => stopped.abort(), timeoutMs);
      await Promise.all(running);
      clearTimeout(patience);
      stopped.abort();
    },
  };
}

/** A server of the cluster has gone since the look. Its work is claimed when it is back. */
function ignoreUnreachableServer(sql: Pool, error: unknown): [] {
  if (isPartUnavailable(sql, error)) return [];
  throw error;
}
