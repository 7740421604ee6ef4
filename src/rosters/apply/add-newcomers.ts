import type { OpenDay } from '../../domain/day/company-day.ts';
import { drawIds } from '../../platform/db/draw-ids.ts';
import { MANY } from '../../platform/db/planner.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { enrolNewcomers } from '../../tickets/subscriptions/enrol-newcomers.ts';
import type { WorkingRoster } from '../plan/roster-to-apply.ts';
import { forgetPlans, insertNewcomers } from './newcomers-sql.ts';

interface Parts {
  count: number;
  partSize: number;
  onPart: (people: number) => void;
}

/** Adds the newcomers with their subscriptions, part by part. Returns how many of them wait for enrolment. */
export async function addNewcomers(
  tx: Transaction,
  day: OpenDay,
  roster: WorkingRoster,
  { count, partSize, onPart }: Parts,
): Promise<number> {
  if (count > MANY) await forgetPlans(tx);
  let notEnrolled = 0;
  let afterPosition = -1;
  for (let left = count; left > 0; ) {
    const ids = await drawIds(tx, 'employees', Math.min(left, partSize));
    const part = await insertNewcomers(tx, day, roster, { afterPosition, ids });
    await enrolNewcomers(tx, day, part.starts);
    if (part.people === 0) throw new Error(`${left} newcomers were planned but not found`);
    notEnrolled += part.notEnrolled;
    afterPosition = part.lastPosition;
    left -= part.people;
    onPart(part.people);
  }
  return notEnrolled;
}
