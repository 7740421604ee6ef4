import { type Static, type TString, Type } from 'typebox';
import type { PortalSession } from '../../accounts/sessions-sql.ts';
import { selectCompanyDay } from '../../domain/day/company-day.ts';
import { ABSENCE_KINDS } from '../../domain/person/absence-kinds.ts';
import { PAYROLL_FIELDS, type Payroll, type PayrollField } from '../../domain/person/payroll-fields.ts';
import { PLAN_TYPES } from '../../domain/plans/plan-types.ts';
import { readRefusal } from '../../notifications/mail/read-refusal.ts';
import type { Employee } from '../../people/employees/employee.ts';
import { LINK_TYPES } from '../../people/employees/link-types.ts';
import { type PayrollRecord, selectPayroll } from '../../people/employees/payroll-sql.ts';
import type { Sql } from '../../platform/db/types.ts';
import { noteLinkViewer } from '../../platform/links/link-viewers-sql.ts';
import { listContracts } from '../../tickets/contracts/list-contracts.ts';
import { ticketIdOf } from '../../tickets/issue/ticket-id.ts';
import { selectSubjects } from '../../tickets/subscriptions/actions/actions-sql.ts';
import { possibleActions } from '../../tickets/subscriptions/actions/possible-actions.ts';
import { ACTIONS, type Action } from '../../tickets/subscriptions/actions/transitions.ts';
import { selectOwner } from '../../views/employee-page/employee-page-sql.ts';
import { type LinkFacts, readLinks } from '../../views/timeline/read-links.ts';
import { readTimeline } from '../../views/timeline/read-timeline.ts';
import type { IssuedTicket } from '../../views/timeline/timeline-sql.ts';
import { EmployeeSchema, showEmployee, TicketWithoutLinks } from '../routes/employee-schemas.ts';
import { date, nullable, nullableDate, oneOf, recordId, timestamp } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { ContractSchema, showContract } from './contracts.ts';
import { linksFor } from './links.ts';
import { named, nullableTimestamp } from './schemas.ts';
import { TermSchema } from './terms.ts';

const payrollFields = Object.fromEntries(
  PAYROLL_FIELDS.map((field) => [field, nullable(Type.String())]),
) as Record<PayrollField, ReturnType<typeof nullable<TString>>>;

const Link = named('PersonLink', {
  id: recordId,
  type: oneOf(LINK_TYPES),
  hrId: nullable(Type.String()),
  integrationId: recordId,
  integrationName: Type.String(),
  present: Type.Boolean(),
  hasConflict: Type.Boolean(),
  startDate: nullableDate('First day of employment.'),
  terminationDate: nullableDate('Last day of employment.'),
  autoSync: nullable(Type.Boolean()),
  absences: Type.Array(
    Type.Object({
      type: Type.String(),
      kind: nullable(oneOf(ABSENCE_KINDS)),
      startDate: date('First day.'),
      endDate: nullableDate('Last day; null means open.'),
    }),
  ),
  payroll: nullable(Type.Object(payrollFields)),
  lastSyncId: nullable(Type.String()),
  lastSynced: nullableTimestamp,
  createdAt: timestamp('Since when.'),
  endedAt: nullableTimestamp,
});

const Ticket = named('Ticket', {
  ticketId: Type.String(),
  month: Type.String(),
  validFrom: date('First day of validity.'),
  validUntil: date('Last day of validity.'),
  issuedAt: timestamp('When it was issued.'),
  voidedAt: nullableTimestamp,
  state: oneOf(['valid', 'void', 'over']),
  links: nullable(Type.Object({ apple: Type.String(), google: Type.String() })),
});

/** As in the public API, without the links of the ticket, with the payroll fields and the group. */
export const PortalEmployee = named('Employee', {
  ...EmployeeSchema.properties,
  ticket: nullable(TicketWithoutLinks),
  payroll: named('Payroll', payrollFields),
  /** The name of the group that the amounts come from. Null: the company's amounts. */
  group: nullable(Type.String()),
  isGroupByHand: Type.Boolean(),
});

export function showPortalEmployee(
  employee: Employee,
  payroll: PayrollRecord | undefined,
  services: Needs<'config' | 'walletLinks'>,
): Static<typeof PortalEmployee> {
  const { ticket, ...shown } = showEmployee(employee, services);
  const { facts, group = null, isGroupByHand = false } = payroll ?? {};
  const withPayroll = { ...shown, payroll: showPayroll(facts), group, isGroupByHand };
  if (!ticket) return { ...withPayroll, ticket };
  const { links: _, ...withoutLinks } = ticket;
  return { ...withPayroll, ticket: withoutLinks };
}

function showPayroll(payroll: Payroll = {}): Record<PayrollField, string | null> {
  return Object.fromEntries(PAYROLL_FIELDS.map((field) => [field, payroll[field] ?? null])) as Record<
    PayrollField,
    string | null
  >;
}

export const Person = named('Person', {
  employee: PortalEmployee,
  businessDate: date("The company's present day."),
  links: Type.Array(Link),
  terms: Type.Array(TermSchema),
  tickets: Type.Array(Ticket),
  planAhead: nullable(
    Type.Object({ type: oneOf(PLAN_TYPES), from: date('The day on which this plan takes effect.') }),
  ),
  contract: nullable(ContractSchema),
  mailRefusal: nullable(
    Type.Object({ at: timestamp('When the mail server refused.'), reason: Type.String() }),
  ),
  /** Null for viewers, and once the data is erased. */
  pageLink: nullable(Type.String()),
  actions: Type.Array(oneOf(ACTIONS)),
});

async function readPossible(sql: Sql, companyId: number, employeeId: number): Promise<Action[]> {
  const day = await selectCompanyDay(sql, companyId);
  const [subject] = day ? await selectSubjects(sql, day, [employeeId]) : [];
  return subject ? possibleActions(subject, PLAN_TYPES) : [];
}

/** A person's page without documents and history, which are separate lists. */
export async function readPerson(
  sql: Sql,
  services: Needs<'config' | 'walletLinks' | 'contractLink' | 'pageLink'>,
  session: PortalSession,
  employeeId: number,
): Promise<Static<typeof Person>> {
  const { companyId } = session;
  const { employee, businessDate, terms, tickets, planAhead } = await readTimeline(
    sql,
    companyId,
    employeeId,
  );
  const payroll = await selectPayroll(sql, companyId, [employeeId]);
  const links = await readLinks(sql, companyId, employeeId);
  const refusal = await readRefusal(sql, companyId, employeeId);
  const [contract] = await listContracts(sql, companyId, { ofEmployee: employeeId });
  const owner = await selectOwner(sql, companyId, employeeId);
  const pageLink = owner ? linksFor(session, services).page(owner) : null;
  if (owner && pageLink !== null)
    await noteLinkViewer(sql, companyId, { type: 'portal-user', id: session.userId }, [owner]);
  return {
    employee: showPortalEmployee(employee, payroll.get(employeeId), services),
    businessDate,
    links: links.map(showLink),
    terms,
    tickets: tickets.map((ticket) => showTicket(ticket, session, services)).reverse(),
    planAhead,
    mailRefusal: refusal && { ...refusal, at: refusal.at.toISOString() },
    contract: contract ? showContract(contract, session, services) : null,
    pageLink,
    actions: await readPossible(sql, companyId, employeeId),
  };
}

function showLink({
  absences,
  payroll,
  lastSyncedAt,
  createdAt,
  endedAt,
  ...link
}: LinkFacts): Static<typeof Link> {
  return {
    ...link,
    payroll: payroll && showPayroll(payroll),
    absences: absences.map(({ type, kind = null, startDate, endDate = null }) => ({
      type,
      kind,
      startDate,
      endDate,
    })),
    lastSynced: lastSyncedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

function showTicket(
  { id, issuedAt, voidedAt, ...ticket }: IssuedTicket,
  session: PortalSession,
  services: Needs<'walletLinks' | 'contractLink' | 'pageLink'>,
): Static<typeof Ticket> {
  const state = voidedAt ? 'void' : ticket.validUntil < session.businessDate ? 'over' : 'valid';
  return {
    ...ticket,
    ticketId: ticketIdOf(id),
    issuedAt: issuedAt.toISOString(),
    voidedAt: voidedAt?.toISOString() ?? null,
    state,
    links: state === 'valid' ? linksFor(session, services).wallet(session.companyId, id) : null,
  };
}
