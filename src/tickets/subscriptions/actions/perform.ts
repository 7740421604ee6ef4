import type { Actor } from '../../../domain/audit/record-change.ts';
import type { OpenDay } from '../../../domain/day/company-day.ts';
import type { Transaction } from '../../../platform/db/types.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Refund } from '../../charges/charges-sql.ts';
import { cancel, cancelAll } from './cancel.ts';
import { changePlan, changePlans } from './change-plan.ts';
import { enrol, enrolAll } from './enrol.ts';
import type { ActionInput } from './input.ts';
import { issueNow } from './issue-now.ts';
import { pause, pauseAll } from './pause.ts';
import { resume } from './resume.ts';
import { revoke } from './revoke.ts';
import type { Subject } from './subject.ts';
import type { Action } from './transitions.ts';
import { withdrawCancellation } from './withdraw-cancellation.ts';

/** The result of an action: days, amounts, and whether an offer was made or a term dropped. */
export type ActionOutcome = Partial<{
  start: string;
  from: string;
  until: string | null;
  end: string;
  dropped: boolean;
  offered: boolean;
  contributionCents: number;
  validFrom: string;
  refund: Refund;
}>;

type Verb = (
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
  actor: Actor,
  input: ActionInput,
) => Promise<ActionOutcome>;

const VERBS: Record<Action, Verb> = {
  enrol,
  'change-plan': (tx, day, employeeId, actor, { planType }) => {
    if (!planType) throw missingPlan();
    return changePlan(tx, day, employeeId, actor, planType);
  },
  pause,
  resume,
  cancel,
  'withdraw-cancellation': async (tx, day, employeeId, actor) => {
    await withdrawCancellation(tx, day, employeeId, actor);
    return {};
  },
  revoke,
  'issue-now': issueNow,
};

/** Performs the named action in the company's day. */
export async function perform(
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
  actor: Actor,
  action: Action,
  input: ActionInput,
): Promise<ActionOutcome> {
  return await VERBS[action](tx, day, employeeId, actor, input);
}

type VerbForMany = (
  tx: Transaction,
  day: OpenDay,
  subjects: readonly Subject[],
  actor: Actor,
  input: ActionInput,
) => Promise<unknown>;

const VERBS_FOR_MANY = {
  enrol: enrolAll,
  'change-plan': (tx, day, subjects, actor, { planType }) => {
    if (!planType) throw missingPlan();
    return changePlans(tx, day, subjects, actor, planType);
  },
  pause: pauseAll,
  cancel: cancelAll,
} as const satisfies Partial<Record<Action, VerbForMany>>;

/** Performs the action for locked people who meet its conditions. If it is refused for one person, it fails for all. */
export async function performAll(
  tx: Transaction,
  day: OpenDay,
  subjects: readonly Subject[],
  actor: Actor,
  action: keyof typeof VERBS_FOR_MANY,
  input: ActionInput,
): Promise<void> {
  const verb: VerbForMany = VERBS_FOR_MANY[action];
  await verb(tx, day, subjects, actor, input);
}

function missingPlan(): AppError {
  return new AppError('invalid-values', '/planType is missing.', {
    errors: [{ in: 'body', pointer: '/planType', code: 'missing', message: 'is missing' }],
  });
}
