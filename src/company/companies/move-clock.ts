import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import { nextFirst } from '../../domain/calendar/months.ts';
import { runLongChange } from '../../domain/day/long-change.ts';
import { queueReminders } from '../../domain/mail-queue/queue-reminders.ts';
import type { Environment } from '../../platform/config/config.ts';
import type { Pool, Transaction } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { followPricesIfBehind } from '../../tickets/prices/follow-prices.ts';
import { beginNextTerms } from '../../tickets/subscriptions/begin-next-terms.ts';
import { setClock } from './companies-sql.ts';

export interface ClockStep {
  businessDate: string;
  issued: number;
}

/**
 * Freezes a company's clock on a later day. Does what is due today, then on every first of a month on the way,
 * in order and each in its own transaction: everything that the ticker would do by the business date. If it is interrupted, the clock shows the last first that was
 * issued.
 */
export async function moveClock(
  sql: Pool,
  environment: Environment,
  companyId: number,
  actor: Actor,
  target: string,
  onStep: (step: ClockStep) => void = () => {},
): Promise<ClockStep[]> {
  if (environment === 'production')
    throw new AppError('wrong-environment', "On production a company's clock cannot be moved.");
  const steps: ClockStep[] = [];
  for (;;) {
    const step = await runLongChange(sql, companyId, (tx) => stepTowards(tx, companyId, actor, target));
    steps.push(step);
    onStep(step);
    if (step.businessDate === target) return steps;
  }
}

async function stepTowards(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  target: string,
): Promise<ClockStep> {
  // A move takes many transactions. It waits for a sync rather than stop half-way.
  const left = await inDay(tx, companyId, 'unlimited', async (before) => {
    if (target < before.today) throw refused('clock-cannot-go-back', { day: before.today });
    const first = nextFirst(before.today);
    const businessDate = first < target ? first : target;
    await setClock(tx, before, businessDate);
    return { businessDate, issued: before.issued };
  });
  const { businessDate } = left;
  const issued = await inDay(tx, companyId, 'unlimited', async (after) => {
    await beginNextTerms(tx, after);
    await followPricesIfBehind(tx, after);
    // Only at last: of two reminders that the move passes, the later one is mailed.
    if (businessDate === target) await queueReminders(tx, companyId);
    return left.issued + after.issued;
  });
  if (businessDate === target)
    await recordChange(tx, companyId, {
      actor,
      action: 'clock-moved',
      subject: { type: 'company', id: companyId },
      details: { businessDate },
    });
  return { businessDate, issued };
}
