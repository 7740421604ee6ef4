import type { Messages } from '../../../texts/en/portal/catalogue.ts';
import type { ActionResult } from '../api/routes.ts';

/** The deadline of cancellations, if the company has one, and whether it has passed. */
export function whyThen(cutOff: ActionResult['cutOff'], { actions }: Messages): string[] {
  if (!cutOff) return [];
  const { cancelledLate, cancelledInTime } = actions.happens;
  return [cutOff.hasPassed ? cancelledLate(cutOff.untilDay) : cancelledInTime(cutOff.untilDay)];
}
