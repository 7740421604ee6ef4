import { type Static, Type } from 'typebox';
import { startOf } from '../../calendar/dates.ts';
import type { ListOrder } from '../../db/pages.ts';
import { listDocuments } from '../../documents/list-documents.ts';
import type { Employee } from '../../employees/employee.ts';
import { type EmployeeFilter, listEmployees } from '../../employees/list-employees.ts';
import { employeeExists } from '../../employees/sql.ts';
import { LINK_TYPES } from '../../employees/vocabulary.ts';
import { notFound } from '../../errors.ts';
import { formatEuros } from '../../language/money.ts';
import { MOST_SEARCH_WORDS } from '../../person/search-words.ts';
import { PLAN_TYPES } from '../../plans/plan-types.ts';
import { CONTRACT_STATUSES, SUBSCRIPTION_STATUSES } from '../../subscriptions/vocabulary.ts';
import { ticketIdOf } from '../../tickets/ticket-id.ts';
import { allOf, companyOf, readerOf, scopeOf } from '../access.ts';
import type { App } from '../app.ts';
import {
  date,
  dateOrTimestamp,
  idParameter,
  link,
  listOf,
  listOfIds,
  listOfTexts,
  listParameters,
  nullable,
  nullableDate,
  oneOf,
  pageOf,
  plainJson,
  record,
  ref,
  toLink,
  toPage,
} from '../schemas.ts';
import type { Services } from '../services.ts';
import { documentFilters, PAGE_OF_DOCUMENTS, showDocument, toDocumentFilter } from './employee-documents.ts';

export const Subscription = Type.Object({
  status: oneOf(SUBSCRIPTION_STATUSES),
  startAt: nullableDate('First day of the subscription; null until it has started.'),
  nextTicketAt: nullableDate('When the next monthly ticket is due; null if none is.'),
  pausedAt: nullableDate('The latest day a pause began; null if there never was one.'),
  cancelledAt: nullableDate('First day without a subscription; null unless it has ended.'),
  reactivatedAt: nullableDate('The latest day it went on after a pause or an end; null if it never did.'),
});

export const Plan = Type.Object({
  type: oneOf(PLAN_TYPES),
  contractSigningStatus: nullable(
    oneOf(CONTRACT_STATUSES, { description: 'Null where no contract applies.' }),
  ),
  employeeContributionAmount: Type.Object({
    label: Type.String({ description: "Formatted in the company's locale, currency included." }),
    value: Type.Number({ description: 'In euros.' }),
  }),
});

const ticket = {
  ticketId: Type.String(),
  ticketMonth: Type.String({ pattern: '^\\d{4}-\\d{2}$', examples: ['2026-11'] }),
  validFrom: date('First day of validity.'),
  validUntil: date('Last day of validity.'),
};

/** In the portal, a person's page shows the links; lists do not. */
export const TicketWithoutLinks = Type.Object(ticket);

const Ticket = Type.Object({
  ...ticket,
  links: Type.Object({
    apple: Type.String({ format: 'uri', description: 'Adds the ticket to Apple Wallet.' }),
    google: Type.String({ format: 'uri', description: 'Adds the ticket to Google Wallet.' }),
  }),
});

const HrLink = Type.Object({
  type: oneOf(LINK_TYPES, {
    description: '`custom`: linked by hand; `hr-integration`: kept by an integration.',
  }),
  hrId: nullable(Type.String({ description: 'Id in the HR system; null for `custom`.' })),
  hrIntegrationId: Type.Integer(),
  lastSyncId: nullable(Type.String({ description: 'Null if never synced.' })),
  lastSynced: nullable(Type.String({ format: 'date-time', description: 'Null if never synced.' })),
});

export const EmployeeSchema = Type.Object(
  {
    id: Type.Integer(),
    firstName: Type.String(),
    lastName: Type.String(),
    email: Type.String(),
    dateOfBirth: date('Date of birth.'),
    profileImage: nullable(Type.String({ description: 'Address of a picture.' })),
    resource: oneOf(['employee']),
    subscription: Subscription,
    plan: Plan,
    ticket: nullable(Ticket),
    hrIntergartionLinks: Type.Array(HrLink, {
      description: 'Present links first, then ended ones. Spelled like this.',
    }),
    _links: Type.Object({
      self: link('This employee.'),
      employeeDocuments: link("The employee's documents."),
    }),
  },
  { $id: 'Employee' },
);

export const employeeFilters = Type.Object({
  ...listParameters,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      format: 'search',
      description:
        'Every word in name or e-mail address, or the whole in an hrId. Punctuation around words is ignored. ' +
        `At most ${MOST_SEARCH_WORDS} words; words that are part of another one do not count.`,
    }),
  ),
  emails: listOfTexts('Only people with one of these e-mail addresses, upper and lower case alike.'),
  hrIds: listOfTexts(
    'Only people with one of these ids in an HR system. Write `hrIds[]=` for an id with a comma.',
  ),
  hrIntegrationIds: listOfIds('Only people linked to one of these integrations.'),
  hrLinkTypes: listOf(LINK_TYPES, 'Only people with a link of one of these types.'),
  subscriptionStatuses: listOf(SUBSCRIPTION_STATUSES, 'By `subscription.status`.'),
  planTypes: listOf(PLAN_TYPES, 'By `plan.type`.'),
  contractSigningStatuses: listOf(CONTRACT_STATUSES, 'By `plan.contractSigningStatus`.'),
  ticketMonth: Type.Optional(
    Type.String({ format: 'month', description: 'By `ticket.ticketMonth`: YYYY-MM.' }),
  ),
  updatedSince: dateOrTimestamp('Changed at or after this moment. A date means its first moment in UTC.'),
});

export function employeeRoutes(app: App, services: Services): void {
  const { database, config } = services;
  const show = (employee: Employee) => showEmployee(employee, services);

  app.get(
    '/employees',
    {
      config: { access: allOf('view-employees'), scoped: 'records' },
      schema: {
        operationId: 'listEmployees',
        summary: 'List employees',
        tags: ['Employees'],
        querystring: employeeFilters,
        response: { 200: pageOf(ref(EmployeeSchema)) },
      },
      serializerCompiler: plainJson,
    },
    async (request) => {
      const { filter, order } = toEmployeeFilter(request.query);
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        listEmployees(sql, companyId, scopeOf(request), filter, order),
      );
      return toPage(found, order, show);
    },
  );

  app.get(
    '/employees/:id',
    {
      config: { access: allOf('view-employees'), scoped: 'records' },
      schema: {
        operationId: 'getEmployee',
        summary: 'Get an employee',
        tags: ['Employees'],
        params: idParameter,
        response: { 200: record(ref(EmployeeSchema)) },
      },
      serializerCompiler: plainJson,
    },
    async (request) => {
      const employee = await services.readEmployee(companyOf(request), scopeOf(request), request.params.id);
      if (!employee) throw notFound();
      return { data: show(employee) };
    },
  );

  app.get(
    '/employees/:id/documents',
    {
      config: { access: allOf('view-employees'), scoped: 'records' },
      schema: {
        operationId: 'listEmployeeDocuments',
        summary: "List an employee's documents",
        tags: ['Documents'],
        params: idParameter,
        querystring: documentFilters,
        response: { 200: PAGE_OF_DOCUMENTS },
      },
      preValidation: async (request) => {
        const { id } = request.params;
        if (!(await employeeExists(database.sql, companyOf(request), scopeOf(request), id))) throw notFound();
      },
    },
    async (request) => {
      const { filter, order } = toDocumentFilter(request.query);
      const employeeIds = [request.params.id];
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        listDocuments(sql, companyId, scopeOf(request), { ...filter, employeeIds }, order),
      );
      return toPage(found, order, (document) => showDocument(document, config.baseUrl));
    },
  );
}

function toEmployeeFilter(query: Static<typeof employeeFilters>): {
  filter: EmployeeFilter;
  order: ListOrder;
} {
  const { page, perPage, sortField, sortOrder, updatedSince, ...filter } = query;
  return {
    order: { page, perPage, sortField, sortOrder },
    filter: { ...filter, ...(updatedSince && { updatedSince: startOf(updatedSince) }) },
  };
}

export function showEmployee(employee: Employee, services: Services): Static<typeof EmployeeSchema> {
  const self = `${services.config.baseUrl}/employees/${employee.id}`;
  return {
    id: employee.id,
    firstName: employee.firstName,
    lastName: employee.lastName,
    email: employee.email,
    dateOfBirth: employee.dateOfBirth,
    profileImage: employee.profileImage,
    resource: 'employee',
    subscription: {
      status: employee.status,
      startAt: employee.startAt,
      nextTicketAt: employee.nextTicketAt,
      pausedAt: employee.pausedAt,
      cancelledAt: employee.cancelledAt,
      reactivatedAt: employee.reactivatedAt,
    },
    plan: {
      type: employee.planType,
      contractSigningStatus: employee.contractStatus,
      employeeContributionAmount: {
        label: formatEuros(employee.contributionCents, employee.locale),
        value: employee.contributionCents / 100,
      },
    },
    ticket: showTicket(employee, services),
    hrIntergartionLinks: employee.links.map((hrLink) => ({
      type: hrLink.type,
      hrId: hrLink.hrId,
      hrIntegrationId: hrLink.integrationId,
      lastSyncId: hrLink.lastSyncId,
      lastSynced: hrLink.lastSyncedAt && new Date(hrLink.lastSyncedAt).toISOString(),
    })),
    _links: { self: toLink(self), employeeDocuments: toLink(`${self}/documents`) },
  };
}

function showTicket(employee: Employee, { walletLinks }: Services): Static<typeof Ticket> | null {
  if (employee.ticketId === null) return null;
  return {
    ticketId: ticketIdOf(employee.ticketId),
    ticketMonth: employee.ticketMonth,
    validFrom: employee.ticketValidFrom,
    validUntil: employee.ticketValidUntil,
    links: walletLinks(employee.companyId, employee.ticketId),
  };
}
