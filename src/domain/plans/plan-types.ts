export const PLAN_TYPES = ['fully-subsidized-plan', 'deferred-plan', 'split-pay-plan'] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

/** The plan of which the employee pays nothing. Every other plan needs a contract. */
const FREE_PLAN: PlanType = 'fully-subsidized-plan';

export const needsContract = (plan: PlanType): boolean => plan !== FREE_PLAN;
