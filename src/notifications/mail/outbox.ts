import type { MailKind } from '../../domain/mail-queue/kinds.ts';
import { type Page, type PageRequest, pageOfRows } from '../../platform/db/pages.ts';
import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { type LinkViewer, noteLinkViewer } from '../../platform/links/link-viewers-sql.ts';
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
  reader: LinkViewer,
): Promise<{ mail: KeptMail; content: Rendered }> {
  const [found] = await sql<(KeptMail & { facts: Facts })[]>`
    ${keptMails(sql, companyId, sql`, m.facts`)} and m.id = ${id}`;
  if (!found) throw notFound();
  await noteReader(sql, companyId, id, reader);
  const { facts, ...mail } = found;
  return { mail, content: render(facts, { isSpecimen: true }) };
}

const keptMails = (sql: Sql, companyId: number, more = sql``) => sql`
  select m.id, m.kind, m.sent_to as "to", m.subject, m.settled_at as "sentAt" ${more}
  from mails m where m.company_id = ${companyId} and m.state = 'kept'`;

/** Notes that a user reads the links to the person's page or contract in this mail. */
async function noteReader(sql: Sql, companyId: number, mailId: number, reader: LinkViewer): Promise<void> {
  const people = await sql<{ employeeId: number; linkVersion: number }[]>`
    select e.id as "employeeId", e.link_version as "linkVersion"
    from mails m join employees e on e.company_id = m.company_id and e.id = m.employee_id
    where m.company_id = ${companyId} and m.id = ${mailId} and e.erased_at is null`;
  await noteLinkViewer(sql, companyId, reader, people);
}
