import { type Page, type PageRequest, pageOfRows } from '../db/pages.ts';
import type { Sql } from '../db/types.ts';
import { notFound } from '../errors.ts';
import type { MailKind } from '../mail-queue/kinds.ts';
import { type Facts, type Rendered, render } from './render.ts';

/** A mail that was kept instead of sent: staging without a mail server. */
export interface KeptMail {
  id: number;
  kind: MailKind;
  to: string;
  subject: string;
  sentAt: Date;
}

/** Lists the outbox, the latest first. */
export async function listOutbox(sql: Sql, companyId: number, request: PageRequest): Promise<Page<KeptMail>> {
  return await pageOfRows<KeptMail>(sql, keptMails(sql, companyId), sql`order by m.id desc`, request);
}

export async function readOutboxMail(
  sql: Sql,
  companyId: number,
  id: number,
): Promise<{ mail: KeptMail; content: Rendered }> {
  const [found] = await sql<(KeptMail & { facts: Facts })[]>`
    ${keptMails(sql, companyId, sql`, m.facts`)} and m.id = ${id}`;
  if (!found) throw notFound();
  const { facts, ...mail } = found;
  return { mail, content: render(facts, { isSpecimen: true }) };
}

const keptMails = (sql: Sql, companyId: number, more = sql``) => sql`
  select m.id, m.kind, m.sent_to as "to", m.subject, m.settled_at as "sentAt" ${more}
  from mails m where m.company_id = ${companyId} and m.state = 'kept'`;
