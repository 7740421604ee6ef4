/** The words of the subscription rules. The rules themselves are in migrations/0005_subscription_rules.sql. */
export const SUBSCRIPTION_STATUSES = [
  'no-subscription',
  'scheduled',
  'active',
  'scheduled-pause',
  'paused',
  'scheduled-cancellation',
  'cancelled',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const CONTRACT_STATUSES = ['pending', 'accepted', 'rejected'] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];
