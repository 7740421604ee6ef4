import { setTimeout as sleep } from 'node:timers/promises';
import { countMail } from '../../accounts/count-mail.ts';
import { startWorker, type Worker, type WorkLog } from '../../platform/claims/worker.ts';
import type { MailConfig } from '../../platform/config/mail.ts';
import { isDatabaseUnavailable } from '../../platform/db/failures.ts';
import type { Pool } from '../../platform/db/types.ts';
import { WORKER_SLOTS } from '../../platform/limits.ts';
import { pauseAfter } from '../../platform/retry-pauses.ts';
import { selectOldestBatch, unpackBatch } from './batches-sql.ts';
import type { ClaimedMail } from './claimed-mail.ts';
import type { Compose } from './compose.ts';
import type { MailOutcome } from './mail-outcomes.ts';
import { claimMails, findCompaniesToMail, letMailWait, postponeMail, settleMail } from './mails-sql.ts';
import { render } from './render.ts';
import type { MailServer } from './smtp.ts';

interface Options {
  sql: Pool;
  /** Ids, counts and codes only: answers of mail servers contain addresses. */
  log: WorkLog;
  compose: Compose;
  from: MailConfig['from'];
  /** Undefined: mails are kept in the outbox. */
  server: MailServer | undefined;
  isSpecimen: boolean;
  /** How often the queue is read while it is empty. */
  everyMs?: number;
  /** Called with the outcome of each attempt, for the metrics. */
  onOutcome?: (outcome: MailOutcome) => void;
}

export interface Sender {
  /** Starts to send, and returns at once. */
  start(): void;
  /** Claims no further mail. Resolves when the running ones are settled; cuts them off after this time. */
  stop(timeoutMs: number): Promise<void>;
}

const EVERY_MS = 1_000;
/** How often a mail is settled again while the database is away. */
const SETTLE_EVERY_MS = 500;
/** After each failed attempt, in seconds; then always the last one. Greylisting servers accept after some minutes. */
const PAUSES = [60, 300, 900, 1_800, 3_600, 7_200];
/** How soon a mail that must wait is looked at again. */
const WAIT_SECONDS = 900;
const BOUND_REACHED = 'So many mails of this kind were sent in 24 hours.';
/** While the mail server is in trouble, a node claims nothing. The pause doubles from the first to the second value. */
const SERVER_PAUSE_MS = [1_000, 60_000] as const;

/** Sends the queue's mails. Several nodes share one queue. */
export function createSender(options: Options): Sender {
  const { sql, log, everyMs = EVERY_MS, onOutcome = () => {} } = options;
  let pauseMs = 0;
  let pausedUntil = 0;

  function judgeServer(isInTrouble: boolean): void {
    // Attempts that ran side by side and failed together count once.
    if (isInTrouble && performance.now() < pausedUntil) return;
    pauseMs = isInTrouble ? Math.min(Math.max(pauseMs * 2, SERVER_PAUSE_MS[0]), SERVER_PAUSE_MS[1]) : 0;
    pausedUntil = isInTrouble ? performance.now() + pauseMs : 0;
  }

  /** A batch that cannot be unpacked must not keep other mails from being sent. */
  async function unpackOldest(): Promise<void> {
    const batch = await selectOldestBatch(sql);
    if (!batch) return;
    try {
      await unpackBatch(sql, batch);
    } catch (error) {
      log.error({ err: error, companyId: batch.companyId }, 'a batch of mails could not be unpacked');
    }
  }

  const begin = (): Worker =>
    startWorker({
      name: 'mails',
      sql,
      log,
      slots: WORKER_SLOTS.mails.count,
      restingSlots: WORKER_SLOTS.mails.count,
      everyMs,
      async find() {
        await unpackOldest();
        return await findCompaniesToMail(sql);
      },
      claim: (waiting, max) => claimMails(sql, waiting, max),
      async work(mail, { stopped, withoutSlot }) {
        // If this fails, the claim ends by itself, and the mail is tried again.
        const pause = () => withoutSlot(() => sleep(SETTLE_EVERY_MS, undefined, { signal: stopped }));
        const outcome = await attempt(mail, options, judgeServer, pause);
        onOutcome(outcome);
        const { companyId, id, kind, attempts } = mail;
        log.info({ companyId, mailId: id, kind, attempts }, `mail ${outcome}`);
      },
      isPaused: () => performance.now() < pausedUntil,
    });

  let worker: Worker | undefined;
  return {
    start: () => {
      worker = begin();
    },
    async stop(timeoutMs) {
      const cutOff = setTimeout(() => options.server?.close(true), timeoutMs);
      await worker?.stop(timeoutMs);
      clearTimeout(cutOff);
      options.server?.close(false);
    },
  };
}

async function attempt(
  mail: ClaimedMail,
  { sql, log, compose, from, server, isSpecimen }: Options,
  judgeServer: (isInTrouble: boolean) => void,
  pause: () => Promise<void>,
): Promise<MailOutcome> {
  if (mail.isExpired) return await settled({ state: 'expired', reason: mail.reason });
  const composed = await compose(sql, mail, server ? 'mailed' : 'shown');
  if ('drop' in composed) return await settled({ state: 'dropped', reason: composed.drop });
  if ('wait' in composed) {
    await letMailWait(sql, mail, { seconds: WAIT_SECONDS, waitsFor: 'conflict', reason: composed.wait });
    return 'postponed';
  }
  const { to, facts, bound } = composed;
  const counted = bound && (await countMail(sql, bound, { companyId: mail.companyId, address: to }));
  if (counted?.reached) {
    const { bound: waitsFor, wait } = counted.reached;
    await letMailWait(sql, mail, { seconds: wait, waitsFor, reason: BOUND_REACHED });
    return 'postponed';
  }
  const { subject, text, html, headers } = render(facts, { isSpecimen });
  if (!server) return await settled({ state: 'kept', sentTo: to, subject, facts });
  const messageId = messageIdOf(mail, from);
  const outcome = await server.deliver({ from, to, messageId, subject, text, html, headers });
  judgeServer(outcome.is === 'postponed' && outcome.isServerInTrouble);
  if (outcome.is === 'accepted') return await settled({ state: 'sent', sentTo: to });
  if (outcome.is === 'refused')
    return await settled({ state: 'refused', sentTo: to, reason: outcome.reason });
  await counted?.takeBack();
  if (outcome.isServerInTrouble)
    log.error({ reason: outcome.reason }, 'the mail server does not accept mail');
  const seconds = pauseAfter(PAUSES, mail.attempts - mail.waits);
  await postponeMail(sql, mail, { seconds, reason: outcome.reason });
  return 'postponed';

  async function settled(end: Parameters<typeof settleMail>[2]): Promise<MailOutcome> {
    await untilDatabaseIsBack(() => settleMail(sql, mail, end), pause);
    return end.state;
  }
}

/**
 * A mail that has been sent and is not settled would be sent a second time. The pause throws when the node ends.
 */
async function untilDatabaseIsBack(
  settle: () => Promise<unknown>,
  pause: () => Promise<void>,
): Promise<void> {
  for (;;)
    try {
      await settle();
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await pause();
    }
}

/** The same in every attempt, also on other nodes. The time distinguishes ids of a database that was created again. */
function messageIdOf({ companyId, id, createdAt }: ClaimedMail, from: string): string {
  const domain = /@([^>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return `<${companyId}.${id}.${createdAt.getTime().toString(36)}@${domain}>`;
}
