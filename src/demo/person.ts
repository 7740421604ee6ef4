import type { PlanType } from '../domain/plans/plan-types.ts';
import type { ContractStatus } from '../tickets/subscriptions/subscription-statuses.ts';

/** A person as people.ts describes them. All month numbers are relative to the current month. */
export interface Person {
  firstName: string;
  lastName: string;
  /** The age reached in the current year, and the birthday as MM-DD. */
  age: number;
  birthday: string;
  email?: string;
  /** Undefined: the company's default plan. */
  plan?: PlanType;
  nextPlan?: PlanType;
  term?: Term;
  pastTerm?: Term;
  /** An offer after the enrolment, or the enrolment offer if there is no term. */
  offer?: Offer;
  links: readonly Link[];
  /** The last name until the current month. The current ticket is reissued under the new one. */
  lastNameBefore?: string;
}

/** The first month with a ticket, the first month without, and the owner of the end. */
export interface Term {
  start: number;
  end?: number;
  endedBy?: 'hr' | 'person' | 'contract';
  /**
   * A pause set by a person: first month, and first month after it. Pauses by HR follow from the absences.
   */
  paused?: MonthSpan;
}

type MonthSpan = readonly [from: number, until: number | null];

interface Offer {
  reason: 'enrolment' | 'plan-change' | 'new-terms';
  plan: Exclude<PlanType, 'fully-subsidized-plan'>;
  status: ContractStatus;
}

export interface Link {
  integration: 'hr' | 'api';
  /** Null: a link made by hand. */
  hrId: string | null;
  /** The month of the first roster that lists the person. Undefined: the first roster of the integration. */
  seen?: number;
  /** The month of the first roster that omits the person. */
  omitted?: number;
  /** The only month whose rosters omit the person. */
  missing?: number;
  /** The first month of employment. */
  joins?: number;
  autoSync?: boolean;
  absences?: readonly Absence[];
}

export interface Absence {
  type: string;
  /** The months that the absence covers in full. A vacation lies within the first one. */
  months: MonthSpan;
  status?: 'approved' | 'requested';
}

export const FULL = 'fully-subsidized-plan';
export const SPLIT = 'split-pay-plan';
export const DEFERRED = 'deferred-plan';

type Details = Partial<Omit<Person, 'firstName' | 'lastName' | 'age' | 'birthday'>>;

export function person(
  firstName: string,
  lastName: string,
  age: number,
  birthday: string,
  details: Details = {},
): Person {
  return { firstName, lastName, age, birthday, links: [], ...details };
}

type LinkDetails = Omit<Link, 'integration' | 'hrId'>;

export function hr(number: number, details: LinkDetails = {}): Link {
  return { integration: 'hr', hrId: `P-${number}`, ...details };
}

export function api(number: number, details: LinkDetails = {}): Link {
  return { integration: 'api', hrId: String(number), ...details };
}

export function custom(integration: 'hr' | 'api'): Link {
  return { integration, hrId: null };
}

export function absent(type: string, from: number, until: number | null): Absence {
  return { type, months: [from, until] };
}
