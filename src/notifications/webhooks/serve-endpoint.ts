import { recordChange } from '../../domain/audit/record-change.ts';
import type { Event } from '../../domain/events/event-types.ts';
import { numberEvents } from '../../domain/events/number-events.ts';
import { showEvent } from '../../domain/events/show-event.ts';
import { mailUsers } from '../../domain/mail-queue/mail-users.ts';
import type { Pool } from '../../platform/db/types.ts';
import { OUTGOING } from '../../platform/limits.ts';
import { pauseForReceiver } from '../../platform/retry-pauses.ts';
import type { Delivery } from './deliveries-sql.ts';
import { ClaimEnded, DeliveryLog, isSlow } from './delivery-log.ts';
import { RETRIES } from './retries.ts';
import { openSecrets } from './secrets.ts';
import { selectValidSecrets } from './secrets-sql.ts';
import { type Message, type Sender, type Sent, sendMessage } from './send-message.ts';
import {
  type ClaimedEndpoint,
  noteFailed,
  noteReplayFailed,
  type Replay,
  releaseEndpoint,
  selectBatch,
  selectDueReplay,
} from './sender-sql.ts';
import type { Webhooks } from './webhooks.ts';

/** Events that are read at once. They are the only ones in memory. */
const BATCH = 100;
/** The time that is left of a claim after the longest request. */
const MARGIN_MS = 5_000;

export interface Turn {
  sql: Pool;
  webhooks: Webhooks;
  /** Other endpoints wait, so a turn ends after this many events or this time. */
  maxEvents: number;
  maxMs: number;
  /** No further request begins after it. */
  stopping: AbortSignal;
  /** Ends the running request too. */
  stopped: AbortSignal;
  onAttempt: (delivery: Delivery) => void;
  onDisabled: (endpoint: ClaimedEndpoint, reason: string) => void;
}

/**
 * Sends the waiting events of a claimed endpoint, in order, until none is left, one fails or the turn is over. Then it gives
 * the claim back.
 */
export async function serveEndpoint(turn: Turn, endpoint: ClaimedEndpoint, claimedAt: number): Promise<void> {
  const { sql, webhooks } = turn;
  const line = webhooks.open(endpoint.url);
  try {
    const sealed = await selectValidSecrets(sql, endpoint.companyId, endpoint.id);
    const { userAgent, seal } = webhooks;
    const sender: Sender = { line, secrets: openSecrets(seal, sealed), userAgent };
    const notes = new DeliveryLog(sql, endpoint, claimedAt);
    await new EndpointTurn(turn, endpoint, sender, notes).run();
  } catch (error) {
    if (!(error instanceof ClaimEnded) && !turn.stopped.aborted) throw error;
  } finally {
    line.close();
    await releaseEndpoint(sql, endpoint);
  }
}

class EndpointTurn {
  readonly #turn: Turn;
  readonly #endpoint: ClaimedEndpoint;
  readonly #sender: Sender;
  readonly #notes: DeliveryLog;
  readonly #begin = performance.now();
  #sent = 0;

  constructor(turn: Turn, endpoint: ClaimedEndpoint, sender: Sender, notes: DeliveryLog) {
    this.#turn = turn;
    this.#endpoint = endpoint;
    this.#sender = sender;
    this.#notes = notes;
  }

  async run(): Promise<void> {
    await numberEvents(this.#turn.sql, this.#endpoint.companyId);
    if (await this.#sendRange(undefined)) await this.#sendReplays();
    await this.#notes.settle();
  }

  /** New events come before those that are sent once more. */
  async #sendReplays(): Promise<void> {
    for (;;) {
      const replay = await selectDueReplay(this.#turn.sql, this.#endpoint);
      if (!replay || !(await this.#sendRange(replay))) return;
    }
  }

  /** Returns whether everything in the range was delivered. */
  async #sendRange(replay: Replay | undefined): Promise<boolean> {
    let after = replay ? replay.nextNumber - 1 : this.#endpoint.lastNumber;
    await this.#notes.begin(replay, after);
    const { failedAttempts } = replay ?? this.#endpoint;
    for (let isFirst = true; ; ) {
      const range = { after, through: replay?.throughNumber ?? null, max: BATCH };
      const { events, through } = await selectBatch(this.#turn.sql, this.#endpoint, range);
      for (const event of events) {
        if (this.#isOver()) return false;
        if (!(await this.#send(event, replay, isFirst ? failedAttempts : 0))) return false;
        isFirst = false;
      }
      await this.#notes.settle(through);
      if (events.length < BATCH) return true;
      after = through;
    }
  }

  #isOver(): boolean {
    const { stopping, maxEvents, maxMs } = this.#turn;
    return stopping.aborted || this.#sent >= maxEvents || performance.now() - this.#begin > maxMs;
  }

  async #send(event: Event, replay: Replay | undefined, failedAttempts: number): Promise<boolean> {
    await this.#notes.beforeRequest(OUTGOING.webhooks.seconds * 1000 + MARGIN_MS);
    this.#sent += 1;
    const message = messageOf(event, this.#endpoint.companyId, this.#turn.webhooks.baseUrl);
    const sent = await sendMessage(
      this.#sender,
      { ...message, kind: replay ? 'replay' : 'event', attempt: failedAttempts + 1 },
      this.#turn.stopped,
    );
    this.#turn.onAttempt(sent.delivery);
    if (sent.delivery.outcome === 'delivered') {
      this.#notes.add(sent.delivery, event.number);
      return true;
    }
    await this.#notes.settle();
    await this.#fail(sent, replay);
    return false;
  }

  /** Stores the failure. If it disables the endpoint, the same transaction writes the audit log and a mail. */
  async #fail({ delivery, isGone, retryAfterSeconds }: Sent, replay: Replay | undefined): Promise<void> {
    const { sql, onDisabled } = this.#turn;
    const endpoint = this.#endpoint;
    const failure = {
      pause: pauseForReceiver(RETRIES, delivery.attempt, retryAfterSeconds),
      isGone,
      isSlow: isSlow(delivery),
    };
    const reason = await sql.begin(async (tx) => {
      const disabled = replay
        ? await noteReplayFailed(tx, endpoint, replay, delivery, failure)
        : await noteFailed(tx, endpoint, delivery, failure);
      if (!disabled) return undefined;
      await recordChange(tx, endpoint.companyId, {
        actor: { type: 'system' },
        action: 'webhook-disabled',
        subject: { type: 'webhook', id: endpoint.id },
        details: { host: new URL(endpoint.url).host, reason: disabled },
      });
      await mailUsers(tx, endpoint.companyId, 'webhook-disabled', { webhookId: endpoint.id });
      return disabled;
    });
    if (reason) onDisabled(endpoint, reason);
  }
}

function messageOf(event: Event, companyId: number, baseUrl: string): Omit<Message, 'kind' | 'attempt'> {
  const shown = showEvent(event, baseUrl);
  return {
    messageId: `evt_${companyId}_${event.number}`,
    eventNumber: event.number,
    eventType: shown.type,
    body: JSON.stringify(shown),
  };
}
