import { inviteUser } from '../../../../src/accounts/invite-user.ts';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { createMailTokens } from '../../../../src/domain/mail-queue/mail-tokens.ts';
import { createComposer } from '../../../../src/notifications/mail/compose.ts';
import { createMailLinks } from '../../../../src/notifications/mail/links.ts';
import type { MailOutcome } from '../../../../src/notifications/mail/mail-outcomes.ts';
import { createSender } from '../../../../src/notifications/mail/sender.ts';
import type { MailServer } from '../../../../src/notifications/mail/smtp.ts';
import type { WorkLog } from '../../../../src/platform/claims/worker.ts';
import type { Pool } from '../../../../src/platform/db/types.ts';
import { timePasses } from '../../support/time-passes.ts';

export const SECRET_KEYS = ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U'];
export const BASE_URL = 'https://tickets.example.com';
const FROM = 'Tickets <tickets@example.com>';
export const TOKENS = createMailTokens(SECRET_KEYS);

const SILENT: WorkLog = { info: () => {}, error: () => {} };

/** Sends the mails of the queue, as a node does. */
export function senderOn(
  sql: Pool,
  server: MailServer | undefined,
  more: { log?: WorkLog; onOutcome?: (outcome: MailOutcome) => void } = {},
) {
  return createSender({
    sql,
    log: SILENT,
    compose: createComposer(createMailLinks(BASE_URL, SECRET_KEYS)),
    from: FROM,
    server,
    isSpecimen: false,
    everyMs: 10,
    ...more,
  });
}

export async function newCompany(sql: Pool, locale = 'de-DE'): Promise<number> {
  return (await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH', locale })).id;
}

/** Queues an invitation. Returns the id of its mail. */
export async function queueInvitation(sql: Pool, companyId: number, email: string): Promise<number> {
  await sql.begin((tx) => inviteUser(tx, companyId, OPERATOR, { email, role: 'viewer' }, TOKENS));
  const [mail] = await sql<{ id: number }[]>`
    select id from mails where company_id = ${companyId} and address = ${email} order by id desc limit 1`;
  return mail?.id ?? 0;
}

interface StoredMail {
  state: string;
  attempts: number;
  reason: string | null;
  sentTo: string | null;
  sealed: string | null;
  /** In how many seconds it is due. */
  pause: number;
}

export async function readMail(sql: Pool, companyId: number, id: number): Promise<StoredMail> {
  const [mail] = await sql<StoredMail[]>`
    select state, attempts, reason, sent_to as "sentTo", sealed,
      round(extract(epoch from due_at - now()))::int as pause
    from mails where company_id = ${companyId} and id = ${id}`;
  if (!mail) throw new Error(`there is no mail ${id}`);
  return mail;
}

/** Makes waiting mails due and ends claims: times pass in the database, and no test waits. */
export async function letTimePass(sql: Pool, companyId: number, interval = '1 day'): Promise<void> {
  await timePasses(sql, companyId, interval, { mails: ['due_at', 'claim_ends_at'] });
}
