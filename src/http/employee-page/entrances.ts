import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Sql } from '../../platform/db/types.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { LinkClass } from '../../platform/links/link-class.ts';
import type { ContractSubject } from '../../tickets/contracts/contract-links.ts';
import { noteContractsOpened } from '../../tickets/contracts/contract-progress-sql.ts';
import { readContract } from '../../tickets/contracts/read-contract.ts';
import type { Owner } from '../../views/employee-page/employee-page-sql.ts';
import { openPage } from '../../views/employee-page/open-page.ts';
import { readPage } from '../../views/employee-page/read-page.ts';
import { requireOwner, requireOwnerOfOffer } from '../../views/employee-page/require-owner.ts';
import { LINK } from '../access.ts';
import type { App } from '../app.ts';
import { clientOf } from '../portal/client.ts';
import { employeeCookie } from '../portal/cookie.ts';
import { noContent } from '../portal/schemas.ts';
import { date, record } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { requireOwnPage } from './own-page.ts';
import { type Notice, PageData, showPage } from './page-data.ts';

export const tokenParameter = Type.Object({ token: Type.String() });
export const dateOfBirth = date('Date of birth.');

interface Entered {
  owner: Owner;
  /** Every link that the page shows is of the class of the link that opened it. */
  linkClass: LinkClass;
  /** For a contract link. */
  subject?: ContractSubject;
}

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
  services: Needs<
    'config' | 'database' | 'pageWork' | 'passLinks' | 'contractLink' | 'pageLink' | 'proofs' | 'wallets'
  >,
  path: EntrancePath,
  enter: Enter,
): void {
  const { config, database, pageWork, proofs } = services;
  const { sql } = database;
  const cookie = employeeCookie(config);
  const isSpecimen = config.environment === 'staging';

  app.get(
    `${path}/:token/data`,
    {
      config: { access: LINK },
      schema: { hide: true, params: tokenParameter, response: { 200: record(PageData) } },
    },
    async (request) => {
      const { owner, linkClass, subject } = await enter(request.params.token);
      if (proofs.find(cookie.read(request), owner) === undefined) return { data: { isSpecimen, page: null } };
      return await pageWork(request, owner.companyId, async (reader) => {
        const notice = subject ? await noticeAbout(reader, subject) : null;
        const read = await readPage(reader, owner);
        const open = read.contracts.filter(({ offer }) => offer.status === 'pending');
        await noteContractsOpened(
          sql,
          owner.companyId,
          open.map(({ offer }) => offer.id),
        );
        return {
          data: { isSpecimen, page: showPage(read, { ...owner, linkClass }, notice, services) },
        };
      });
    },
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

const NOTICES: readonly string[] = ['offer-replaced', 'offer-withdrawn', 'link-expired'];

/** The page shows the contracts that stand now. The notice says what became of the one that the link is for. */
async function noticeAbout(sql: Sql, subject: ContractSubject): Promise<Notice> {
  try {
    await readContract(sql, subject);
    return null;
  } catch (error) {
    if (error instanceof AppError && NOTICES.includes(error.code)) return error.code as Notice;
    throw error;
  }
}
