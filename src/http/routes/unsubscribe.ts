import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readContact, unsubscribeContact } from '../../company/integrations/unsubscribe-contact.ts';
import { readOptOut, setOptOut } from '../../notifications/mail/opt-out.ts';
import {
  contactPage,
  UNSUBSCRIBE_POLICY,
  unsubscribePage,
} from '../../notifications/mail/unsubscribe-page.ts';
import { notFound } from '../../platform/errors.ts';
import { BODY_BYTES } from '../../platform/limits.ts';
import { LINK } from '../access.ts';
import type { App } from '../app.ts';
import { SHORT_PATIENCE } from '../json-bodies.ts';
import { readPatiently } from '../limits/patient-body.ts';
import { readWhole } from '../limits/whole-body.ts';
import { oneOf } from '../schemas.ts';
import type { Needs } from '../services.ts';

const PAGE_TYPE = 'text/html';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const ONE_CLICK_TYPE = 'multipart/form-data';

const params = Type.Object({ token: Type.String() });
/**
 * Ends the monthly mail with the ticket, or the mails to the technical contact of an integration. The token is the credential:
 * neither has an account. The routes are not in the OpenAPI document, because only mails lead to them.
 */
export async function unsubscribeRoutes(
  app: App,
  {
    database,
    readContactToken,
    readUnsubscribeToken,
  }: Needs<'database' | 'readUnsubscribeToken' | 'readContactToken'>,
): Promise<void> {
  const { sql } = database;

  const pageOf = async (token: string): Promise<string | undefined> => {
    const contact = readContactToken(token);
    if (contact) {
      const found = await readContact(sql, contact);
      return found && contactPage(found);
    }
    const subject = readUnsubscribeToken(token);
    const found = subject && (await readOptOut(sql, subject.companyId, subject.employeeId));
    return found && unsubscribePage(found);
  };

  const show = async (reply: FastifyReply, token: string) => {
    const page = await pageOf(token);
    if (page === undefined) throw notFound();
    return reply
      .header('Content-Security-Policy', UNSUBSCRIBE_POLICY)
      .header('Referrer-Policy', 'no-referrer')
      .header('X-Robots-Tag', 'noindex')
      .type(`${PAGE_TYPE}; charset=utf-8`)
      .send(page);
  };

  await app.register(async (pages: App) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser(FORM_TYPE, async (request: FastifyRequest, body: Readable) => {
      const text = await readWhole(readPatiently(body, SHORT_PATIENCE), request.routeOptions.bodyLimit);
      return Object.fromEntries(new URLSearchParams(text.toString()));
    });
    // Mail programs send the one click as either type. As this one it says nothing else, so it need not be parsed.
    pages.addContentTypeParser(ONE_CLICK_TYPE, async (request: FastifyRequest, body: Readable) => {
      await readWhole(readPatiently(body, SHORT_PATIENCE), request.routeOptions.bodyLimit);
      return { 'List-Unsubscribe': 'One-Click' };
    });

    pages.get(
      '/unsubscribe/:token',
      { config: { access: LINK }, schema: { hide: true, params } },
      (request, reply) => show(reply, request.params.token),
    );

    // Sent by the page, and by mail programs with one click (RFC 8058).
    pages.post(
      '/unsubscribe/:token',
      {
        bodyLimit: BODY_BYTES.unsubscribe,
        config: { access: LINK },
        schema: {
          hide: true,
          params,
          body: Type.Object({
            mails: Type.Optional(oneOf(['on', 'off'])),
            'List-Unsubscribe': Type.Optional(oneOf(['One-Click'])),
          }),
        },
      },
      async (request, reply) => {
        const { token } = request.params;
        const isOptedOut = request.body.mails !== 'on';
        const contact = readContactToken(token);
        const subject = readUnsubscribeToken(token);
        // The address of a contact is deleted. Only an admin enters it again.
        if (contact && isOptedOut) await unsubscribeContact(sql, contact);
        else if (subject) await setOptOut(sql, subject.companyId, subject.employeeId, isOptedOut);
        return await show(reply, token);
      },
    );
  });
}
