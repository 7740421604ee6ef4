import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCompany } from '../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { emit } from '../../src/domain/events/emit.ts';
import { selectEvents } from '../../src/domain/events/events-sql.ts';
import { numberEvents } from '../../src/domain/events/number-events.ts';
import { showEvent } from '../../src/domain/events/show-event.ts';
import { startWebhookSender } from '../../src/jobs/webhook-sender.ts';
import { createWebhook } from '../../src/notifications/webhooks/create-webhook.ts';
import { createWebhooks } from '../../src/notifications/webhooks/webhooks.ts';
import type { Pool } from '../../src/platform/db/types.ts';
import { startChild, stopChild } from '../child.ts';
import { whenGroupDone } from '../clean-up.ts';
import { benchDatabase } from '../database.ts';
import { inTurn, time } from '../measure.ts';
import { progress } from '../progress.ts';
import { atMost, type Group, milliseconds } from '../row.ts';
import type { Counted, Listening } from './messages.ts';

const NAME = 'webhooks, 10,000 deliveries';
const EVENTS = 10_000;
const AT_ONCE = 500;
const ROUNDS = 3;
const BASE_URL = 'https://tickets.example.com';

/**
 * Sends ten thousand waiting events to one receiver that answers at once, in order. The baseline is a plain loop of `fetch`
 * over the same bodies: without signatures, without a log, and without a note of how far it has come.
 */
export const webhooks: Group = {
  names: [NAME],
  run: async () => {
    const { sql, server } = await benchDatabase();
    const { child, answer } = await startChild<object, Listening>(
      new URL('receiver.ts', import.meta.url),
      {},
    );
    whenGroupDone(() => stopChild(child));
    const url = `http://127.0.0.1:${answer.port}/`;
    const { id: companyId } = await createCompany(sql, OPERATOR, { name: 'Webhooks' });
    const service = createWebhooks({
      config: { baseUrl: BASE_URL, webhooksAllowLoopback: true },
      secretKeys: ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U'],
    });
    const given = { url, eventTypes: null };
    await sql.begin((tx) => createWebhook(tx, companyId, OPERATOR, given, service));
    const bodies = await fill(sql, companyId);
    const check = countedBy(child);
    const log = {
      info: () => {},
      error: (values: object) => progress(`${NAME}: ${JSON.stringify(values)}`),
    };

    const { baseline, subject } = await inTurn(
      ROUNDS,
      () =>
        check(() =>
          time(async () => {
            for (const body of bodies) {
              const headers = { 'content-type': 'application/json' };
              const response = await fetch(url, { method: 'POST', headers, body });
              await response.arrayBuffer();
            }
          }),
        ),
      async () => {
        await sql`truncate webhook_deliveries`;
        await sql`update webhook_endpoints set last_number = 0 where company_id = ${companyId}`;
        return await check(() =>
          time(async () => {
            const sender = startWebhookSender({ server, webhooks: service, log });
            while (!(await isDone(sql, companyId))) await sleep(20);
            await sender.stop(0);
          }),
        );
      },
    );
    return [
      {
        name: NAME,
        ...atMost(1.7, subject / baseline),
        measured: `${rate(subject)}, ${milliseconds(subject)}`,
        baseline: `a loop of fetch ${rate(baseline)}`,
      },
    ];
  },
};

const rate = (ms: number) => `${Math.round(EVENTS / (ms / 1000))} requests/s`;

async function fill(sql: Pool, companyId: number): Promise<string[]> {
  for (let first = 0; first < EVENTS; first += AT_ONCE) {
    const data = Array.from({ length: AT_ONCE }, (_, index) => ({
      employeeId: first + index,
      ticketId: first + index,
      month: '2026-11',
    }));
    await sql.begin((tx) => emit(tx, companyId, 'ticket.issued', data));
  }
  await numberEvents(sql, companyId);
  const events = await selectEvents(sql, companyId, { after: 0, limit: EVENTS });
  return events.map((event) => JSON.stringify(showEvent(event, BASE_URL)));
}

async function isDone(sql: Pool, companyId: number): Promise<boolean> {
  const done = await sql`
    select from webhook_endpoints where company_id = ${companyId} and last_number = ${EVENTS}`;
  return done.length > 0;
}

/** Checks that the receiver has got every event once. */
function countedBy(child: ChildProcess) {
  const count = async () => {
    const answered = once(child, 'message');
    child.send({});
    const [counted]: Counted[] = await answered;
    return counted?.requests ?? 0;
  };
  return async (work: () => Promise<number>): Promise<number> => {
    const before = await count();
    const took = await work();
    const requests = (await count()) - before;
    if (requests !== EVENTS) throw new Error(`${requests} requests for ${EVENTS} events`);
    progress(`${NAME}: ${Math.round(took)} ms`);
    return took;
  };
}
