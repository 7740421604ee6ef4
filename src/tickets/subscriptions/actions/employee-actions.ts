import type { Action } from './transitions.ts';

/** Whether employees may act on their own page: not at all, after HR has approved, or at once. */
export const EMPLOYEE_ACTION_MODES = ['none', 'ask', 'direct'] as const;
export type EmployeeActionMode = (typeof EMPLOYEE_ACTION_MODES)[number];

/** What employees can do. HR can revoke tickets and issue them at once besides. */
export const EMPLOYEE_ACTIONS = [
  'enrol',
  'change-plan',
  'pause',
  'resume',
  'cancel',
  'withdraw-cancellation',
] as const satisfies readonly Action[];
export type EmployeeAction = (typeof EMPLOYEE_ACTIONS)[number];
