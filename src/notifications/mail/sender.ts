import { countMail } from '../../accounts/count-mail.ts';
import type { MailConfig } from '../../platform/config/mail.ts';
import { isDistributed } from '../../platform/db/cluster.ts';
import type { Pool } from '../../platform/db/types.ts';
import { selectOldestBatch, unpackBatch } from './batches-sql.ts';
import { selectWaiting, type Waiting } from './claim-by-company.ts';
import type { ClaimedMail } from './claimed-mail.ts';
import type { Compose } from './compose.ts';
import { claimMails, letMailWait, postponeMail, settleMail } from './mails-sql.ts';
import { render } from './render.ts';
import { CONNECTIONS, type MailServer } from './smtp.ts';

/** Ids, counts and codes only: answers of mail servers contain addresses. */
export interface MailLog {
  info(values: object, message: string): void;
  error(values: object, message: string): void;
}

export type MailOutcome = 'sent' | 'kept' | 'refused' | 'expired' | 'dropped' | 'postponed';

interface Options {
  sql: Pool;
  log: MailLog;
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
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let wake = () => {};
  let loop = Promise.resolve();
  let pauseMs = 0;
  let pausedUntil = 0;
  /** The company whose mail was claimed last. The next turn is that of the company after it. */
  let lastCompany = 0;
  /** On a cluster, the companies that have mails are looked up at most once a second: this asks every shard. */
  let waiting: readonly Waiting[] | undefined;
  let lookAt = 0;

  function nap(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function judgeServer(isInTrouble: boolean): void {
    // Attempts that ran side by side and failed together count once.
    if (isInTrouble && performance.now() < pausedUntil) return;
    pauseMs = isInTrouble ? Math.min(Math.max(pauseMs * 2, SERVER_PAUSE_MS[0]), SERVER_PAUSE_MS[1]) : 0;
    pausedUntil = isInTrouble ? performance.now() + pauseMs : 0;
  }

  async function handle(mail: ClaimedMail): Promise<void> {
    try {
      const outcome = await attempt(mail, options, judgeServer);
      onOutcome(outcome);
      const { companyId, id, kind, attempts } = mail;
      log.info({ companyId, mailId: id, kind, attempts }, `mail ${outcome}`);
    } catch (error) {
      // The claim ends by itself, and the mail is tried again.
      log.error({ err: error, companyId: mail.companyId, mailId: mail.id }, 'a mail could not be handled');
    }
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

  async function claimAndStart(): Promise<boolean> {
    const free = CONNECTIONS - running.size;
    if (free === 0 || performance.now() < pausedUntil) return false;
    if (performance.now() >= lookAt) {
      await unpackOldest();
      if (isDistributed()) {
        waiting = await selectWaiting(sql);
        lookAt = performance.now() + everyMs;
      }
    }
    const claimed = await claimMails(sql, free, lastCompany, waiting);
    lastCompany = claimed.at(-1)?.companyId ?? lastCompany;
    for (const mail of claimed) {
      const work: Promise<void> = handle(mail).finally(() => {
        running.delete(work);
        wake();
      });
      running.add(work);
    }
    return claimed.length === free;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (!(await claimAndStart()) && !stopping.signal.aborted) await nap(everyMs);
      } catch (error) {
        log.error({ err: error }, 'the queue of mails could not be read');
        await nap(everyMs);
      }
    }
  }

  return {
    start: () => {
      loop = run();
    },
    async stop(timeoutMs) {
      stopping.abort();
      wake();
      await loop;
      const cutOff = setTimeout(() => options.server?.close(true), timeoutMs);
      await Promise.all(running);
      clearTimeout(cutOff);
      options.server?.close(false);
    },
  };
}

async function attempt(
  mail: ClaimedMail,
  { sql, log, compose, from, server, isSpecimen }: Options,
  judgeServer: (isInTrouble: boolean) => void,
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
  const seconds = PAUSES[Math.min(mail.attempts - mail.waits, PAUSES.length) - 1] ?? 0;
  await postponeMail(sql, mail, { seconds, reason: outcome.reason });
  return 'postponed';

  async function settled(end: Parameters<typeof settleMail>[2]): Promise<MailOutcome> {
    await settleMail(sql, mail, end);
    return end.state;
  }
}

/** The same in every attempt, also on other nodes. The time distinguishes ids of a database that was created again. */
function messageIdOf({ companyId, id, createdAt }: ClaimedMail, from: string): string {
  const domain = /@([^>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return `<${companyId}.${id}.${createdAt.getTime().toString(36)}@${domain}>`;
}
