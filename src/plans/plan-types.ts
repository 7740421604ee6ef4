export const PLAN_TYPES = ['fully-subsidized-plan', 'deferred-plan', 'split-pay-plan'] as const;
export type PlanType = (typeof PLAN_TYPES)[number];
