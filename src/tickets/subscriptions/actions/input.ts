import type { PlanType } from '../../../domain/plans/plan-types.ts';

/** Parameters of the actions that need them. Months are YYYY-MM. */
export interface ActionInput {
  planType?: PlanType;
  fromMonth?: string;
  untilMonth?: string;
  /** When a ticket is revoked: whether its charge is reversed. */
  refund?: boolean;
  /** The day on which the employee asked for it: cut-offs count by it. Not an input of HR. */
  askedOn?: string;
}
