import type { Sql } from '../../platform/db/types.ts';
import type { LinkClass } from '../../platform/links/link-class.ts';
import type { PageLink } from '../../platform/links/page-links.ts';
import type { ContractLink } from '../../tickets/contracts/contract-links.ts';
import { ticketIdOf } from '../../tickets/issue/ticket-id.ts';
import { beginsIfAccepted } from '../../tickets/subscriptions/answer-offer.ts';
import { selectOffer } from '../../tickets/subscriptions/offers-sql.ts';
import type { PassLinks } from '../../tickets/wallet/wallet-links.ts';
import type { ClaimedMail } from './claimed-mail.ts';
import {
  type EmployeeToMail,
  hasEarlierOffer,
  hasLaterPageLink,
  selectAnsweredRequest,
  selectEmployeeToMail,
  selectLastDayToAnswer,
  selectRefundToMail,
  selectTicketToMail,
} from './compose-employee-sql.ts';
import type { Composed } from './composed.ts';
import type { UnsubscribeLink } from './unsubscribe-links.ts';

export interface EmployeeLinks {
  contractLink: ContractLink;
  passLinks: PassLinks;
  unsubscribeLink: UnsubscribeLink;
  pageLink: PageLink;
}

/** Mails in the outbox of staging are read by admins, so their links are of class `shown`. */
type LinksOfClass = EmployeeLinks & { linkClass: LinkClass };

/** Judges by the data of this moment whether the person is to get the mail, and collects what it says. */
export async function composeForEmployee(
  sql: Sql,
  mail: ClaimedMail,
  links: LinksOfClass,
): Promise<Composed> {
  const employee = await selectEmployeeToMail(sql, mail.companyId, mail.employeeId ?? 0);
  if (!employee?.isMailed || employee.isErased)
    return { drop: 'The company does not mail its employees any more.' };
  if (employee.hasLeft) return { drop: 'The person has left.' };
  // It may be another person: wait until somebody has decided.
  if (employee.hasConflict) return { wait: 'A conflict about the person is open.' };
  if (mail.kind === 'ticket') return await composeTicket(sql, mail, employee, links);
  if (mail.kind === 'receipt') return await composeRefund(sql, mail, employee, links);
  return await composeContract(sql, mail, employee, links);
}

/** Somebody has asked for it: the person, or HR in an action about many people. So it does not depend on the company's switch. */
export async function composePageLink(
  sql: Sql,
  { companyId, id, employeeId, about }: ClaimedMail,
  { pageLink, linkClass }: LinksOfClass,
): Promise<Composed> {
  const employee = await selectEmployeeToMail(sql, companyId, employeeId ?? 0);
  if (!employee || employee.isErased) return { drop: 'The person was erased.' };
  if (employee.hasConflict) return { drop: 'A conflict about the person is open.' };
  if (await hasLaterPageLink(sql, companyId, employeeId ?? 0, id))
    return { drop: 'A later mail brings the same link.' };
  const { email, firstName, lastName, companyName, locale, today, linkVersion } = employee;
  const link = pageLink({ companyId, employeeId: employeeId ?? 0, linkVersion }, linkClass);
  const isRequested = about['bulkActionId'] === undefined;
  const answerUntil = await selectLastDayToAnswer(sql, companyId, employeeId ?? 0, today);
  return {
    to: email,
    facts: { kind: 'page-link', companyName, locale, firstName, lastName, link, isRequested, answerUntil },
    // One that the person asked for was counted then.
    ...(!isRequested && { bound: 'page-link' as const }),
  };
}

/** The employee waits for it. So it does not depend on the company's switch either. */
export async function composeAnswer(
  sql: Sql,
  { companyId, employeeId, about }: ClaimedMail,
  { pageLink, linkClass }: LinksOfClass,
): Promise<Composed> {
  const employee = await selectEmployeeToMail(sql, companyId, employeeId ?? 0);
  if (!employee || employee.isErased) return { drop: 'The person was erased.' };
  if (employee.hasLeft) return { drop: 'The person has left.' };
  if (employee.hasConflict) return { wait: 'A conflict about the person is open.' };
  const request = await selectAnsweredRequest(sql, companyId, about['requestId'] ?? 0);
  if (!request) return { drop: 'The request was not answered.' };
  const { email, firstName, lastName, companyName, locale, linkVersion } = employee;
  const page = pageLink({ companyId, employeeId: employeeId ?? 0, linkVersion }, linkClass);
  return {
    to: email,
    facts: { kind: 'request-answered', companyName, locale, firstName, lastName, ...request, page },
    bound: 'repeat',
  };
}

const boundIf = (isRepeat: boolean) => (isRepeat ? { bound: 'repeat' as const } : {});

async function composeTicket(
  sql: Sql,
  { companyId, id: mailId, employeeId, about }: ClaimedMail,
  { email, firstName, lastName, companyName, locale, today, hasOptedOut, linkVersion }: EmployeeToMail,
  { passLinks, unsubscribeLink, pageLink, linkClass }: LinksOfClass,
): Promise<Composed> {
  if (hasOptedOut) return { drop: 'The person does not want this mail.' };
  const ticket = await selectTicketToMail(sql, companyId, about['ticketId'] ?? 0, { mailId, today });
  if (!ticket?.isValid) return { drop: 'The ticket is void or over.' };
  const { id, isValid: _, isRepeat, ...shown } = ticket;
  const owner = { companyId, employeeId: employeeId ?? 0, linkVersion };
  return {
    to: email,
    facts: {
      kind: 'ticket',
      companyName,
      locale,
      firstName,
      lastName,
      ...shown,
      ticketId: ticketIdOf(id),
      ...passLinks(owner),
      page: pageLink(owner, linkClass),
      unsubscribe: unsubscribeLink(companyId, employeeId ?? 0),
    },
    ...boundIf(isRepeat),
  };
}

async function composeRefund(
  sql: Sql,
  { companyId, id: mailId, employeeId, about }: ClaimedMail,
  { email, firstName, lastName, companyName, locale, linkVersion }: EmployeeToMail,
  { pageLink, linkClass }: LinksOfClass,
): Promise<Composed> {
  const found = await selectRefundToMail(sql, companyId, about['documentId'] ?? 0, mailId);
  if (!found) return { drop: 'The receipt was withheld.' };
  const { isRepeat, ...refund } = found;
  const page = pageLink({ companyId, employeeId: employeeId ?? 0, linkVersion }, linkClass);
  return {
    to: email,
    facts: { kind: 'receipt', companyName, locale, firstName, lastName, ...refund, page },
    ...boundIf(isRepeat),
  };
}

async function composeContract(
  sql: Sql,
  { companyId, id: mailId, kind, about }: ClaimedMail,
  { email, firstName, lastName, companyName, locale, today, linkVersion }: EmployeeToMail,
  { contractLink, linkClass }: LinksOfClass,
): Promise<Composed> {
  const offer = await selectOffer(sql, companyId, about['offerId'] ?? 0);
  if (offer?.status !== 'pending' || offer.withdrawnAt || offer.answerUntil < today)
    return { drop: 'The contract was answered or withdrawn, or has lapsed.' };
  const isRepeat = kind === 'contract-reminder' || (await hasEarlierOffer(sql, companyId, offer.id, mailId));
  return {
    to: email,
    facts: {
      kind: kind === 'contract-reminder' ? kind : 'contract-offered',
      companyName,
      locale,
      firstName,
      lastName,
      reason: offer.reason,
      contributionCents: offer.terms.contributionCents,
      startsOn: beginsIfAccepted(offer, today),
      answerUntil: offer.answerUntil,
      link: contractLink({ companyId, id: offer.id, linkVersion }, linkClass),
    },
    ...boundIf(isRepeat),
  };
}
