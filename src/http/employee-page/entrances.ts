import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '../../platform/errors.ts';
import { openPage } from '../../views/employee-page/open-page.ts';
import { requireOwner, requireOwnerOfOffer } from '../../views/employee-page/require-owner.ts';
import { LINK } from '../access.ts';
import type { App } from '../app.ts';
import { clientOf } from '../portal/client.ts';
import { employeeCookie } from '../portal/cookie.ts';
import { noContent } from '../portal/schemas.ts';
import { date, record } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { requireOwnPage } from './own-page.ts';
import { PageData } from './page-data.ts';
import type { Entered, ReadData } from './read-data.ts';

export const tokenParameter = Type.Object({ token: Type.String() });
export const dateOfBirth = date('Date of birth.');

/** The two kinds of links that lead to the page. */
export type EntrancePath = '/me' | '/contracts';

export type Enter = (token: string) => Promise<Entered>;

/** Finds the person of a link. */
export function createEntrances(
  services: Needs<'database' | 'readContractToken' | 'readPageToken'>,
): Record<EntrancePath, Enter> {
  const { database, readPageToken, readContractToken } = services;
  return {
    '/me': async (token) => {
      const named = readPageToken(token);
      if (!named) throw notFound();
      return { owner: await requireOwner(database.sql, named), linkClass: named.linkClass };
    },
    '/contracts': async (token) => {
      const subject = readContractToken(token);
      if (!subject) throw notFound();
      const owner = await requireOwnerOfOffer(database.sql, subject);
      return { owner, linkClass: subject.linkClass, subject };
    },
  };
}

/** The data of the page, and the proof that opens it. Both kinds of links have the same. */
export function dataRoutes(
  app: App,
  { config, database, proofs }: Needs<'config' | 'database' | 'proofs'>,
  path: EntrancePath,
  enter: Enter,
  readData: ReadData,
): void {
  const { sql } = database;
  const cookie = employeeCookie(config);

  app.get(
    `${path}/:token/data`,
    {
      config: { access: LINK },
      schema: { hide: true, params: tokenParameter, response: { 200: record(PageData) } },
    },
    async (request) => ({ data: await readData(request, await enter(request.params.token)) }),
  );

  app.post(
    `${path}/:token/proof`,
    {
      config: { access: LINK },
      schema: {
        hide: true,
        params: tokenParameter,
        body: Type.Object({ dateOfBirth }),
        response: { 204: noContent },
      },
      // An unknown link takes precedence over an invalid body.
      preParsing: async (request: FastifyRequest, _reply, payload) => {
        await enter((request.params as { token: string }).token);
        requireOwnPage(request, config.baseUrl);
        return payload;
      },
    },
    async (request, reply: FastifyReply) => {
      const { owner } = await enter(request.params.token);
      const known = cookie.read(request);
      const browserName = proofs.find(known, owner);
      await openPage(sql, owner, request.body.dateOfBirth, { ...clientOf(request), browserName });
      cookie.set(reply, proofs.add(known, owner));
      return reply.code(204).send();
    },
  );
}
