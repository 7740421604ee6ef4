import type { ContractStatus, Permission, PlanType, SubscriptionStatus } from '../api/types.ts';

/** In the order in which people meet them. */
export const SUBSCRIPTION_STATUSES: readonly SubscriptionStatus[] = [
  'active',
  'scheduled',
  'scheduled-pause',
  'paused',
  'scheduled-cancellation',
  'cancelled',
  'no-subscription',
];
export const PLAN_TYPES: readonly PlanType[] = ['fully-subsidized-plan', 'split-pay-plan', 'deferred-plan'];
export const CONTRACT_STATUSES: readonly ContractStatus[] = ['pending', 'accepted', 'rejected', 'withdrawn'];
export const PERMISSIONS: readonly Permission[] = [
  'view-employees',
  'view-hr-integrations',
  'add-employees',
  'update-employees',
  'remove-employees',
];
