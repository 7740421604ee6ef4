import { setTimeout as sleep } from 'node:timers/promises';
import { newCompany, queueInvitation } from '../../../database/notifications/mail/mails.ts';
import { startMailServer } from '../../../database/support/mail-server.ts';
import { faultUnless } from '../fault.ts';
import { reaching } from '../hold.ts';
import type { Kind } from '../kind.ts';

const MAILS = 20;

/** The service sends mails. Only those that were being sent at the kill may arrive twice. */
export const mails: Kind = {
  name: 'mails',
  async prepare({ sql, variables }) {
    // The delay before the answer is when a kill leaves open whether the mail was accepted.
    const server = await startMailServer({
      onMessage: async () => {
        await sleep(Math.random() * 20);
        return undefined;
      },
      options: { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] },
    });
    Object.assign(variables, {
      SMTP_URL: `smtp://localhost:${server.port}`,
      SMTP_ALLOW_PLAIN: '1',
      MAIL_FROM: 'tickets@example.com',
    });
    const companyId = await newCompany(sql);
    let people = 0;
    let queued: number[] = [];
    const open = new Set<number>();
    const inState = async (...states: string[]) => {
      const found = await sql<{ id: number }[]>`
        select id from mails where company_id = ${companyId} and id = any(${queued}::bigint[]) and state = any(${states}::text[])`;
      return found.map(({ id }) => id);
    };
    return {
      async start() {
        queued = [];
        open.clear();
        server.received.length = 0;
        for (let count = 0; count < MAILS; count++)
          queued.push(await queueInvitation(sql, companyId, `person-${++people}@example.com`));
      },
      hold: async (random) => reaching(() => server.received.length, 1 + random.below(MAILS - 5)),
      async wasInterrupted() {
        const sending = await inState('sending');
        for (const id of sending) open.add(id);
        const sent = await inState('sent');
        return sending.length > 0 || (sent.length > 0 && sent.length < queued.length);
      },
      isDone: async () => (await inState('sent', 'failed')).length === queued.length,
      async check() {
        faultUnless((await inState('sent')).length === queued.length, 'lost', 'a mail was given up');
        const times = new Map(queued.map((id) => [id, 0]));
        for (const { mail } of server.received) {
          // The id of the mail is the second part of its Message-ID.
          const id = Number((mail.messageId ?? '').split('.')[1]);
          times.set(id, (times.get(id) ?? 0) + 1);
        }
        for (const [id, count] of times) {
          faultUnless(count > 0, 'lost', `mail ${id} did not arrive`);
          faultUnless(count === 1 || open.has(id), 'doubled', `mail ${id} arrived ${count} times`);
        }
      },
    };
  },
};
