import type { ActionInput } from '../../tickets/subscriptions/actions/input.ts';

/** The actions that can be done for many people at once. */
export const BULK_ACTIONS = ['enrol', 'change-plan', 'pause', 'cancel', 'send-links'] as const;
export type BulkActionName = (typeof BULK_ACTIONS)[number];
/** Those that change a subscription. */
export type SubscriptionAction = Exclude<BulkActionName, 'send-links'>;

export type BulkInput = Pick<ActionInput, 'planType' | 'fromMonth' | 'untilMonth'>;

export const BULK_OUTCOMES = ['done', 'refused', 'failed'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];
