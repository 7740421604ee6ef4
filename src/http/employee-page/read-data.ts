import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Sql } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import type { LinkClass } from '../../platform/links/link-class.ts';
import type { ContractSubject } from '../../tickets/contracts/contract-links.ts';
import { noteContractsOpened } from '../../tickets/contracts/contract-progress-sql.ts';
import { readContract } from '../../tickets/contracts/read-contract.ts';
import type { Owner } from '../../views/employee-page/employee-page-sql.ts';
import { readPage } from '../../views/employee-page/read-page.ts';
import { employeeCookie } from '../portal/cookie.ts';
import type { Needs } from '../services.ts';
import { type Notice, type PageData, showPage } from './page-data.ts';

export interface Entered {
  owner: Owner;
  /** Every link that the page shows is of the class of the link that opened it. */
  linkClass: LinkClass;
  /** For a contract link. */
  subject?: ContractSubject;
}

export type ReadData = (request: FastifyRequest, entered: Entered) => Promise<Static<typeof PageData>>;

/** What the page shows in this browser: nothing about the person, unless the browser has a proof. */
export function createDataReader(
  services: Needs<
    'config' | 'database' | 'pageWork' | 'passLinks' | 'contractLink' | 'pageLink' | 'proofs' | 'wallets'
  >,
): ReadData {
  const { config, database, pageWork, proofs } = services;
  const cookie = employeeCookie(config);
  const isSpecimen = config.environment === 'staging';
  return async (request, { owner, linkClass, subject }) => {
    if (proofs.find(cookie.read(request), owner) === undefined) return { isSpecimen, page: null };
    return await pageWork(request, owner.companyId, async (reader) => {
      const notice = subject ? await noticeAbout(reader, subject) : null;
      const read = await readPage(reader, owner);
      const open = read.contracts.filter(({ offer }) => offer.status === 'pending');
      await noteContractsOpened(
        database.sql,
        owner.companyId,
        open.map(({ offer }) => offer.id),
      );
      return { isSpecimen, page: showPage(read, { ...owner, linkClass }, notice, services) };
    });
  };
}

/** `none`: a link in a mail program, or an address that was typed. */
const WITH_COOKIE = ['none', 'same-origin'];

/**
 * The data to send with the page. A link on another site, such as a web mailer, brings no cookie (`SameSite`), also from a browser
 * with a proof. Then the script asks, and brings it.
 */
export async function dataWithPage(
  readData: ReadData,
  request: FastifyRequest,
  entered: Entered,
): Promise<Static<typeof PageData> | undefined> {
  const data = await readData(request, entered);
  const { 'sec-fetch-site': site = '' } = request.headers;
  return data.page || WITH_COOKIE.includes(String(site)) ? data : undefined;
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
