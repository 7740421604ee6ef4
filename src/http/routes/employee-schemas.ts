import { type Static, Type } from 'typebox';
import { formatEuros } from '../../../texts/format.ts';
import { PLAN_TYPES } from '../../domain/plans/plan-types.ts';
import type { Employee } from '../../people/employees/employee.ts';
import { LINK_TYPES } from '../../people/employees/link-types.ts';
import { ticketIdOf } from '../../tickets/issue/ticket-id.ts';
import {
  CONTRACT_STATUSES,
  SUBSCRIPTION_STATUSES,
} from '../../tickets/subscriptions/subscription-statuses.ts';
import type { WalletLinks } from '../../tickets/wallet/wallet-links.ts';
import { date, link, nullable, nullableDate, oneOf, recordId, toLink } from '../schemas.ts';

/** Dependencies of an employee's links. */
interface Shown {
  config: { baseUrl: string };
  walletLinks: WalletLinks;
}

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
  hrIntegrationId: recordId,
  lastSyncId: nullable(Type.String({ description: 'Null if never synced.' })),
  lastSynced: nullable(Type.String({ format: 'date-time', description: 'Null if never synced.' })),
});

export const EmployeeSchema = Type.Object(
  {
    id: recordId,
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

export function showEmployee(employee: Employee, services: Shown): Static<typeof EmployeeSchema> {
  const self = `${services.config.baseUrl}/employees/${employee.id}`;
  return {
    id: employee.id,
    firstName: employee.firstName,
    lastName: employee.lastName,
    email: employee.email,
    dateOfBirth: employee.dateOfBirth,
    profileImage: employee.profileImage,
    resource: 'employee',
    subscription: showSubscription(employee),
    plan: showPlan(employee),
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

export function showSubscription(employee: Employee): Static<typeof Subscription> {
  return {
    status: employee.status,
    startAt: employee.startAt,
    nextTicketAt: employee.nextTicketAt,
    pausedAt: employee.pausedAt,
    cancelledAt: employee.cancelledAt,
    reactivatedAt: employee.reactivatedAt,
  };
}

export function showPlan(employee: Employee): Static<typeof Plan> {
  return {
    type: employee.planType,
    contractSigningStatus: employee.contractStatus,
    employeeContributionAmount: {
      label: formatEuros(employee.contributionCents, employee.locale),
      value: employee.contributionCents / 100,
    },
  };
}

function showTicket(employee: Employee, { walletLinks }: Shown): Static<typeof Ticket> | null {
  if (employee.ticketId === null) return null;
  return {
    ticketId: ticketIdOf(employee.ticketId),
    ticketMonth: employee.ticketMonth,
    validFrom: employee.ticketValidFrom,
    validUntil: employee.ticketValidUntil,
    links: walletLinks(employee.companyId, employee.ticketId),
  };
}
