import { type Static, Type } from 'typebox';
import { recordView } from '../../../../domain/audit/record-view.ts';
import { MAIL_KINDS } from '../../../../domain/mail-queue/kinds.ts';
import { type KeptMail, listOutbox, readOutboxMail } from '../../../../notifications/mail/outbox.ts';
import type { App } from '../../../app.ts';
import { idParameter, oneOf, pageOf, record, recordId, timestamp, toPage } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { file, named, pageParameters } from '../../schemas.ts';

const kept = {
  id: recordId,
  kind: oneOf(MAIL_KINDS),
  to: Type.String(),
  subject: Type.String(),
  sentAt: timestamp('When it would have been sent.'),
};
const OutboxMail = named('OutboxMail', kept);
const OutboxMailContent = named('OutboxMailContent', { ...kept, from: Type.String(), text: Type.String() });

/**
 * The HTML of a mail is shown in a frame. It contains no scripts, and the policy would run none, twice: no source is allowed,
 * and `sandbox` forbids them. The frame keeps the portal's origin, so that the portal can measure its height. Links
 * open in a new tab.
 */
const FRAME_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** These routes exist only where mail is kept: on staging without a mail server. Mails contain links, so viewers see none. */
export function outboxRoutes(app: App, { config, database }: Needs<'config' | 'database'>): void {
  const { mail: way } = config;
  if (way?.way !== 'outbox') return;

  app.get(
    '/outbox',
    {
      config: { access: 'portal-administer' },
      schema: { querystring: Type.Object(pageParameters), response: { 200: pageOf(OutboxMail) } },
    },
    async (request) => {
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        listOutbox(sql, companyId, request.query),
      );
      return toPage(found, request.query, show);
    },
  );

  app.get(
    '/outbox/:id',
    {
      config: { access: 'portal-administer' },
      schema: { params: idParameter, response: { 200: record(OutboxMailContent) } },
    },
    async (request) => {
      const { id } = request.params;
      const { mail, content } = await readOutboxMail(database.sql, companyOf(request), id, actorOf(request));
      await recordView(database.sql, companyOf(request), {
        actor: actorOf(request),
        action: 'mail-viewed',
        subject: { type: 'mail', id },
      });
      return { data: { ...show(mail), from: way.from, text: content.text } };
    },
  );

  app.get(
    '/outbox/:id/html',
    { config: { access: 'portal-administer' }, schema: { params: idParameter, response: { 200: file } } },
    async (request, reply) => {
      const { id } = request.params;
      const { content } = await readOutboxMail(database.sql, companyOf(request), id, actorOf(request));
      await recordView(database.sql, companyOf(request), {
        actor: actorOf(request),
        action: 'mail-viewed',
        subject: { type: 'mail', id },
      });
      return reply
        .header('Content-Security-Policy', FRAME_POLICY)
        .header('Referrer-Policy', 'no-referrer')
        .type('text/html; charset=utf-8')
        .send(content.html);
    },
  );
}

function show({ sentAt, ...mail }: KeptMail): Static<typeof OutboxMail> {
  return { ...mail, sentAt: sentAt.toISOString() };
}
