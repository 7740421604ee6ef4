import type { Payroll } from '../../domain/person/payroll-fields.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';
import type {
  ContractStatus,
  SubscriptionStatus,
} from '../../tickets/subscriptions/subscription-statuses.ts';
import type { LinkType } from './link-types.ts';

interface EmployeeLink {
  type: LinkType;
  hrId: string | null;
  integrationId: number;
  lastSyncId: string | null;
  lastSyncedAt: string | null;
}

/** An employee as read on the company's business date. */
export interface Employee {
  companyId: number;
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
  profileImage: string | null;
  locale: string;

  status: SubscriptionStatus;
  startAt: string | null;
  nextTicketAt: string | null;
  pausedAt: string | null;
  cancelledAt: string | null;
  reactivatedAt: string | null;

  planType: PlanType;
  contractStatus: ContractStatus | null;
  contributionCents: number;

  ticketId: number | null;
  ticketMonth: string;
  ticketValidFrom: string;
  ticketValidUntil: string;

  links: EmployeeLink[];
}

/** A line of an exported list. */
export interface ListedPerson
  extends Pick<
    Employee,
    | 'id'
    | 'firstName'
    | 'lastName'
    | 'email'
    | 'dateOfBirth'
    | 'status'
    | 'startAt'
    | 'nextTicketAt'
    | 'planType'
    | 'contractStatus'
    | 'contributionCents'
  > {
  payroll: Payroll;
  /** The name of the group. */
  group: string | null;
}
