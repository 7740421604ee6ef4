import { type Reason, refused } from '../../../platform/refusals.ts';
import type { SubscriptionStatus } from '../subscription-statuses.ts';

export const ACTIONS = [
  'enrol',
  'change-plan',
  'pause',
  'resume',
  'cancel',
  'withdraw-cancellation',
  'revoke',
  'issue-now',
] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * The actions that are allowed in each status. All others are refused. Actions check further conditions
 * themselves, such as a pause that comes from an absence.
 */
export const TRANSITIONS: Record<Action, readonly SubscriptionStatus[]> = {
  enrol: ['no-subscription', 'cancelled'],
  'change-plan': ['scheduled', 'active', 'scheduled-pause', 'paused', 'scheduled-cancellation'],
  pause: ['scheduled', 'active', 'scheduled-pause', 'paused', 'scheduled-cancellation'],
  resume: ['scheduled', 'scheduled-pause', 'paused', 'scheduled-cancellation'],
  cancel: ['scheduled', 'active', 'scheduled-pause', 'paused', 'scheduled-cancellation'],
  'withdraw-cancellation': ['scheduled', 'scheduled-pause', 'paused', 'scheduled-cancellation'],
  revoke: ['scheduled', 'active', 'scheduled-pause', 'paused', 'scheduled-cancellation'],
  'issue-now': ['scheduled', 'active', 'scheduled-pause', 'paused', 'scheduled-cancellation'],
};

const REASONS = {
  'no-subscription': 'no-subscription',
  scheduled: 'not-begun',
  active: 'nothing-scheduled',
  'scheduled-pause': 'pause-ahead',
  paused: 'paused',
  'scheduled-cancellation': 'about-to-end',
  cancelled: 'ended',
} as const satisfies Record<SubscriptionStatus, Reason>;

export function requireTransition(action: Action, status: SubscriptionStatus): void {
  if (!TRANSITIONS[action].includes(status)) throw refused(REASONS[status]);
}
