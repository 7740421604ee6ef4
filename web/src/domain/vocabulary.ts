import type { ActionResult, Change, Contract, Employee, Integration, Key, Session } from '../api/routes.ts';

export type Role = Session['user']['role'];
export type SubscriptionStatus = Employee['subscription']['status'];
export type PlanType = Employee['plan']['type'];
export type SigningStatus = NonNullable<Employee['plan']['contractSigningStatus']>;
export type ContractStatus = Contract['status'];
export type ActionName = ActionResult['action'];
export type IntegrationStatus = Integration['status'];
export type LastSyncStatus = Integration['lastSyncStatus'];
export type Outcome = Change['outcome'];
export type Permission = Key['permissions'][number];

/** In the order in which the pages show them. */
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
export const SIGNING_STATUSES: readonly SigningStatus[] = ['pending', 'accepted', 'rejected'];
export const CONTRACT_STATUSES: readonly ContractStatus[] = [
  'pending',
  'accepted',
  'rejected',
  'lapsed',
  'withdrawn',
];
export const PERMISSIONS: readonly Permission[] = [
  'view-employees',
  'view-hr-integrations',
  'add-employees',
  'update-employees',
  'remove-employees',
];

/** In the order in which the texts name them. */
export const rolesOf = (vocabulary: { role: Readonly<Record<Role, string>> }) =>
  Object.keys(vocabulary.role) as Role[];
