import { type Static, Type } from 'typebox';
import { PLAN_TYPES } from '../../domain/plans/plan-types.ts';
import { WALLETS } from '../../platform/config/wallet-badges.ts';
import type { LinkClass } from '../../platform/links/link-class.ts';
import type { PageOwner } from '../../platform/links/page-links.ts';
import type { Contract } from '../../tickets/contracts/read-contract.ts';
import { FILE_TYPES } from '../../tickets/documents/file-types.ts';
import { ticketIdOf } from '../../tickets/issue/ticket-id.ts';
import {
  EMPLOYEE_ACTION_MODES,
  EMPLOYEE_ACTIONS,
} from '../../tickets/subscriptions/actions/employee-actions.ts';
import { SUBSCRIPTION_STATUSES } from '../../tickets/subscriptions/subscription-statuses.ts';
import { MONTH_STATES } from '../../views/employee-page/months.ts';
import type { EmployeePage } from '../../views/employee-page/read-page.ts';
import { type EmployeeRequest, REQUEST_STATUSES } from '../../views/requests/requests-sql.ts';
import { named, nullableTimestamp } from '../portal/schemas.ts';
import { date, nullable, nullableDate, oneOf, recordId, timestamp } from '../schemas.ts';
import type { Needs } from '../services.ts';

const PageContract = named('PageContract', {
  id: recordId,
  reason: oneOf(['enrolment', 'plan-change', 'new-terms']),
  status: oneOf(['pending', 'accepted', 'rejected']),
  answers: Type.Array(oneOf(['accepted', 'rejected'])),
  language: oneOf(['de', 'en']),
  title: Type.String(),
  paragraphs: Type.Array(Type.String()),
  version: Type.String(),
  digest: Type.String({ description: 'SHA-256 of the text.' }),
  planType: oneOf(PLAN_TYPES),
  contributionCents: Type.Integer({ description: "The employee's monthly share." }),
  startsOn: date('The first day under the offer, if it is accepted today.'),
  answerUntil: date('The last day on which it can be answered.'),
  decidedAt: nullableTimestamp,
  beginsOn: nullableDate('The first day under the accepted offer, if it lies ahead.'),
  endsOn: nullableDate('The first day without a ticket, if rejecting it ends the subscription.'),
  path: Type.String({ description: 'Where the answer is sent.' }),
});

const PageTicket = named('PageTicket', {
  ticketId: Type.String(),
  month: Type.String(),
  validFrom: date('First day of validity.'),
  validUntil: date('Last day of validity.'),
  /** Null if the service cannot make passes for this wallet. */
  apple: nullable(Type.String()),
  google: nullable(Type.String()),
  badges: Type.Array(oneOf(WALLETS), { description: "The wallets whose buttons show the vendor's artwork." }),
});

const PageRequest = named('PageRequest', {
  id: recordId,
  action: oneOf(EMPLOYEE_ACTIONS),
  planType: nullable(oneOf(PLAN_TYPES)),
  untilMonth: nullable(Type.String()),
  askedOn: date('The day on which the employee asked.'),
  effectiveOn: nullableDate('From when it counts: as decided, else as shown when the employee asked.'),
  contributionCents: nullable(Type.Integer()),
  status: oneOf(REQUEST_STATUSES),
  isLater: Type.Boolean({ description: 'Whether it counts for a later month than was asked for.' }),
  answer: nullable(Type.String()),
});

const Content = named('EmployeePage', {
  path: Type.String({ description: 'The permanent path of the page.' }),
  firstName: Type.String(),
  lastName: Type.String(),
  companyName: Type.String(),
  timeZone: Type.String(),
  contact: nullable(Type.String()),
  privacyNote: nullable(Type.String()),
  businessDate: date("The company's present day."),
  status: oneOf(SUBSCRIPTION_STATUSES),
  startsOn: nullableDate('First day.'),
  nextTicketOn: nullableDate('When the next ticket comes.'),
  lastDay: nullableDate('The last day with a ticket, if an end is ahead.'),
  pausesOn: nullableDate('When the next pause begins.'),
  endedOn: nullableDate('The first day without a ticket.'),
  planType: oneOf(PLAN_TYPES),
  contributionCents: Type.Integer(),
  ticket: nullable(PageTicket),
  months: Type.Array(Type.Object({ month: Type.String(), state: oneOf(MONTH_STATES) })),
  contracts: Type.Array(PageContract),
  documents: Type.Array(
    Type.Object({
      id: recordId,
      name: Type.String(),
      kind: oneOf(['upload', 'receipt', 'contract']),
      fileType: oneOf(FILE_TYPES),
      createdAt: timestamp('When it was made.'),
    }),
  ),
  acts: Type.Object({
    mode: oneOf(EMPLOYEE_ACTION_MODES),
    possible: Type.Array(oneOf(EMPLOYEE_ACTIONS)),
    plansToOrder: Type.Array(oneOf(PLAN_TYPES)),
    plansToChange: Type.Array(oneOf(PLAN_TYPES)),
    pauseFrom: Type.String({ description: 'The first month that can be paused.' }),
    cancelUntilDay: nullable(
      Type.Integer({ description: 'The last day on which a cancellation counts for the same month.' }),
    ),
  }),
  requests: Type.Array(PageRequest),
  /** Why the contract of the link cannot be answered. */
  notice: nullable(oneOf(['offer-replaced', 'offer-withdrawn', 'link-expired'])),
});

export const PageData = named('PageData', {
  isSpecimen: Type.Boolean(),
  /** Null: this browser has to give the date of birth first. */
  page: nullable(Content),
});

/** The person, and the class of the link by which the page was opened. */
type Visited = PageOwner & { linkClass: LinkClass };

export type Notice = Static<typeof Content>['notice'];

export function showPage(
  page: EmployeePage,
  owner: Visited,
  notice: Notice,
  services: Needs<'config' | 'passLinks' | 'contractLink' | 'pageLink' | 'wallets'>,
): Static<typeof Content> {
  const { employee } = page;
  return {
    path: pathOf(services.pageLink(owner, owner.linkClass)),
    firstName: employee.firstName,
    lastName: employee.lastName,
    companyName: page.companyName,
    timeZone: page.timeZone,
    contact: page.contact,
    privacyNote: page.privacyNote,
    businessDate: page.businessDate,
    status: employee.status,
    startsOn: employee.startAt,
    nextTicketOn: employee.nextTicketAt,
    lastDay: page.lastDay,
    pausesOn: page.pausesOn,
    endedOn: employee.cancelledAt,
    planType: employee.planType,
    contributionCents: employee.contributionCents,
    ticket: showTicket(page, owner, services),
    months: page.months,
    contracts: page.contracts.map((contract) => showContract(contract, owner, services)),
    documents: page.documents.map((document) => ({
      ...document,
      createdAt: document.createdAt.toISOString(),
    })),
    acts: page.acts,
    requests: page.requests.map(showRequest),
    notice,
  };
}

function showRequest(request: EmployeeRequest): Static<typeof PageRequest> {
  const { id, action, planType, untilMonth, askedOn, status, answer } = request;
  const effectiveOn = request.decidedOn ?? request.effectiveOn;
  return {
    id,
    action,
    planType,
    untilMonth,
    askedOn,
    effectiveOn,
    contributionCents: request.decidedCents ?? request.contributionCents,
    status,
    isLater: (request.decidedOn ?? '') > (request.effectiveOn ?? ''),
    answer,
  };
}

/** The ticket that is valid today. */
function showTicket(
  { employee, businessDate }: EmployeePage,
  owner: PageOwner,
  { config, passLinks, wallets }: Needs<'config' | 'passLinks' | 'wallets'>,
): Static<typeof PageTicket> | null {
  const { ticketId, ticketMonth: month, ticketValidFrom, ticketValidUntil } = employee;
  if (ticketId === null || ticketValidUntil < businessDate) return null;
  const links = passLinks(owner);
  return {
    ticketId: ticketIdOf(ticketId),
    month,
    validFrom: ticketValidFrom,
    validUntil: ticketValidUntil,
    apple: wallets.apple ? pathOf(links.apple) : null,
    google: wallets.google ? pathOf(links.google) : null,
    badges: WALLETS.filter((wallet) => config.walletBadges[wallet]),
  };
}

function showContract(
  { offer, text, answers, startsOn, beginsOn }: Contract,
  { linkVersion, linkClass }: Visited,
  { contractLink }: Needs<'contractLink'>,
): Static<typeof PageContract> {
  return {
    id: offer.id,
    reason: offer.reason,
    status: offer.status,
    answers: [...answers],
    language: text.language,
    title: text.title,
    paragraphs: [...text.paragraphs],
    version: offer.textVersion,
    digest: offer.textDigest.toString('hex'),
    planType: offer.planType,
    contributionCents: offer.terms.contributionCents,
    startsOn,
    answerUntil: offer.answerUntil,
    decidedAt: offer.decidedAt?.toISOString() ?? null,
    beginsOn,
    endsOn: offer.contractEnd,
    path: pathOf(contractLink({ companyId: offer.companyId, id: offer.id, linkVersion }, linkClass)),
  };
}

/** Without the origin: the page may be open under another name of this server. */
const pathOf = (address: string) => new URL(address).pathname;
