import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from '../notifications/webhooks/deliveries-sql.ts';
import { claimEndpoint, type DueEndpoint, selectDueEndpoints } from '../notifications/webhooks/sender-sql.ts';
import { serveEndpoint, type Turn } from '../notifications/webhooks/serve-endpoint.ts';
import type { Webhooks } from '../notifications/webhooks/webhooks.ts';
import { connectSender } from '../platform/db/connect.ts';
import { isDatabaseUnavailable } from '../platform/db/failures.ts';
import type { Pool, Target } from '../platform/db/types.ts';
import type { JobLog } from './job.ts';

/** Endpoints that a node serves at the same time, slow ones and others each, and those of one company among them. */
const PLACES = 64;
const PLACES_OF_A_COMPANY = 4;
const TURN_EVENTS = 200;
const TURN_MS = 10_000;
/** How often the database is asked for events that wait. */
const EVERY_MS = 1_000;

export interface WebhookSender {
  /** Looks for waiting events now. */
  wake(): void;
  /** Begins no further request. After the time, running ones are cut off; their events are sent again. */
  stop(timeoutMs: number): Promise<void>;
}

interface Options {
  target: Target;
  webhooks: Webhooks;
  log: JobLog;
  /** Called with each request, for the metrics. */
  onAttempt?: ((delivery: Delivery) => void) | undefined;
  everyMs?: number;
  places?: number;
}

/**
 * Sends events to webhooks. An endpoint has one sender at a time among all nodes: the claim is in the database. A node holds
 * only as many endpoints as it has places, and only some events of each, however many wait.
 */
export function startWebhookSender(options: Options): WebhookSender {
  const { target, webhooks, log, onAttempt = () => {}, everyMs = EVERY_MS, places = PLACES } = options;
  const sql = connectSender(target);
  const stopping = new AbortController();
  const stopped = new AbortController();
  const lanes = [false, true].map((isSlow) => new Lane(isSlow, places));
  const turns = new Set<Promise<void>>();
  let waking = Promise.withResolvers<void>();
  const wake = () => waking.resolve();

  const turn: Turn = {
    sql,
    webhooks,
    maxEvents: TURN_EVENTS,
    maxMs: TURN_MS,
    stopping: stopping.signal,
    stopped: stopped.signal,
    onAttempt,
    onDisabled: ({ companyId, id: webhookId }, reason) =>
      log.info({ companyId, webhookId, reason }, 'webhook disabled'),
  };

  async function serveDue(): Promise<void> {
    for (const lane of lanes) {
      const most = lane.free();
      if (most === 0) continue;
      const wanted = { isSlow: lane.isSlow, most, ofEach: PLACES_OF_A_COMPANY, except: lane.fullCompanies() };
      for (const due of await selectDueEndpoints(sql, wanted)) {
        if (stopping.signal.aborted) return;
        if (lane.take(due.companyId)) begin(lane, due);
      }
    }
  }

  function begin(lane: Lane, due: DueEndpoint): void {
    const serving = serve(sql, turn, due)
      .finally(() => {
        lane.leave(due.companyId);
        turns.delete(serving);
      })
      // After an error the next look is only after the usual pause.
      .then(wake, (error) => logFailure(log, due, error));
    turns.add(serving);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      waking = Promise.withResolvers<void>();
      try {
        await serveDue();
      } catch (error) {
        log.error({ err: error }, 'webhooks could not be looked for');
      }
      const pause = new AbortController();
      await Promise.race([
        waking.promise,
        sleep(everyMs, undefined, { signal: pause.signal }).catch(() => {}),
      ]);
      pause.abort();
    }
  }

  const running = run();
  return {
    wake,
    async stop(timeoutMs) {
      stopping.abort();
      wake();
      await running;
      const finished = Promise.allSettled([...turns]);
      const patience = new AbortController();
      await Promise.race([
        finished,
        sleep(timeoutMs, undefined, { signal: patience.signal }).catch(() => {}),
      ]);
      patience.abort();
      stopped.abort();
      await finished;
      await sql.end({ timeout: 5 });
    },
  };
}

async function serve(sql: Pool, turn: Turn, { companyId, id }: DueEndpoint): Promise<void> {
  const claimedAt = performance.now();
  const endpoint = await claimEndpoint(sql, companyId, id);
  if (endpoint) await serveEndpoint(turn, endpoint, claimedAt);
}

function logFailure(log: JobLog, { companyId, id: webhookId }: DueEndpoint, error: unknown): void {
  const message = isDatabaseUnavailable(error) ? 'database unavailable' : 'a webhook could not be served';
  log.error({ companyId, webhookId, err: error }, message);
}

/** The places for endpoints of one kind: slow ones take no place of others. */
class Lane {
  readonly isSlow: boolean;
  readonly #places: number;
  /** The places that each company has taken. */
  readonly #taken = new Map<number, number>();

  constructor(isSlow: boolean, places: number) {
    this.isSlow = isSlow;
    this.#places = places;
  }

  free(): number {
    return this.#places - this.#taken.values().reduce((sum, count) => sum + count, 0);
  }

  fullCompanies(): number[] {
    return [...this.#taken]
      .filter(([, count]) => count >= PLACES_OF_A_COMPANY)
      .map(([companyId]) => companyId);
  }

  take(companyId: number): boolean {
    const own = this.#taken.get(companyId) ?? 0;
    if (own >= PLACES_OF_A_COMPANY || this.free() === 0) return false;
    this.#taken.set(companyId, own + 1);
    return true;
  }

  leave(companyId: number): void {
    const left = (this.#taken.get(companyId) ?? 0) - 1;
    if (left > 0) this.#taken.set(companyId, left);
    else this.#taken.delete(companyId);
  }
}
