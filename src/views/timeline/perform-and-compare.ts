import type { Actor } from '../../domain/audit/record-change.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { type CutOff, cancellationCutOff } from '../../tickets/subscriptions/actions/cut-offs.ts';
import type { ActionInput } from '../../tickets/subscriptions/actions/input.ts';
import { type ActionOutcome, perform } from '../../tickets/subscriptions/actions/perform.ts';
import type { Action } from '../../tickets/subscriptions/actions/transitions.ts';
import { readTimeline, type Timeline } from './read-timeline.ts';

export interface ComparedAction {
  result: ActionOutcome;
  /** Of a cancellation: why it ends the subscription in that month. */
  cutOff: CutOff | null;
  before: Timeline;
  after: Timeline;
}

/** Performs an action, and reads the person's timeline before and after it. */
export async function performAndCompare(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  actor: Actor,
  action: Action,
  input: ActionInput,
): Promise<ComparedAction> {
  // Opened here: nothing can change between the first reading and the action.
  return await inDay(tx, companyId, 'short', (day) =>
    performInDay(tx, day, employeeId, actor, action, input),
  );
}

export async function performInDay(
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
  actor: Actor,
  action: Action,
  input: ActionInput,
): Promise<ComparedAction> {
  const { companyId } = day;
  const before = await readTimeline(tx, companyId, employeeId);
  const result = await perform(tx, day, employeeId, actor, action, input);
  const cutOff = action === 'cancel' ? cancellationCutOff(day, input.askedOn) : null;
  return { result, cutOff, before, after: await readTimeline(tx, companyId, employeeId) };
}
