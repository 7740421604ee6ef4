import type { PlanType } from '../plans/plan-types.ts';
import type { ContractStatus } from '../subscriptions/vocabulary.ts';

/** How people.ts describes someone. Every number that says when counts months from the current one. */
export interface Person {
  firstName: string;
  lastName: string;
  /** The age reached in the current year, and the birthday as MM-DD. */
  age: number;
  birthday: string;
  email?: string;
  /** Absent: the company's default plan. */
  plan?: PlanType;
  nextPlan?: PlanType;
  term?: Term;
  pastTerm?: Term;
  /** An offer after the enrolment's, or the enrolment's where there is no term. */
  offer?: Offer;
  links: readonly Link[];
  /** The current ticket was made anew, the first one is void. */
  ticketReissued?: boolean;
}

/** The first month with a ticket, and the first without: ended by whom. */
export interface Term {
  start: number;
  end?: number;
  endedBy?: 'hr' | 'person' | 'contract';
  /** Paused by a person, from one month until before another. Pauses by HR follow from the absences. */
  paused?: MonthSpan;
  /** The month in which it went on again after its end had been reached. */
  reopened?: number;
}

export type MonthSpan = readonly [from: number, until: number | null];

interface Offer {
  reason: 'enrolment' | 'plan-change' | 'new-terms';
  plan: Exclude<PlanType, 'fully-subsidized-plan'>;
  status: ContractStatus;
}

export interface Link {
  integration: 'hr' | 'api';
  /** Null: tied by hand. */
  hrId: string | null;
  /** The month in which a roster first had this person; absent: the integration's first roster. */
  seen?: number;
  /** The month in which a roster no longer had this person. */
  omitted?: number;
  /** The first month of employment. */
  joins?: number;
  autoSync?: boolean;
  absences?: readonly Absence[];
}

export interface Absence {
  type: string;
  /** The months it covers whole; a vacation lies within the first. */
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
