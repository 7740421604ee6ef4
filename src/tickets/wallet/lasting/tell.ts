import type { Sql } from '../../../platform/db/types.ts';
import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import { describeObject } from '../google-pass.ts';
import type { Passes } from './passes.ts';
import { selectPassById } from './passes-sql.ts';
import { type ClaimedRegistration, forgetRegistration, noteNotTold, noteTold } from './registrations-sql.ts';
import type { Told } from './told.ts';

/** The seconds after the first, second, … failed attempt. The last one repeats. */
const PAUSES = [5, 30, 2 * 60, 10 * 60, 30 * 60, 3600];
const MAX_RETRY_AFTER = 6 * 3600;

/**
 * Tells a device, or Google, about the changes of a pass, and notes what became of it. A device gets a push without content and asks
 * for the pass afterwards; Google gets the pass as it is at this moment. So nobody is told of an earlier state.
 */
export async function tell(sql: Sql, passes: Passes, registration: ClaimedRegistration): Promise<Told> {
  const told = await (registration.pushToken === null
    ? tellGoogle(sql, passes, registration)
    : tellDevice(passes, registration.pushToken));
  if (told.outcome === 'failed')
    await noteNotTold(sql, registration, pauseAfter(registration.failedAttempts + 1, told.retryAfter));
  else if (told.outcome === 'gone') await forgetRegistration(sql, registration);
  else await noteTold(sql, registration);
  return told;
}

async function tellDevice({ push }: Passes, pushToken: string): Promise<Told> {
  if (!push) throw new Error('there is no certificate to push with');
  return await push(pushToken);
}

async function tellGoogle(
  sql: Sql,
  { google, issuers, isSpecimen }: Passes,
  { companyId, passId }: ClaimedRegistration,
): Promise<Told> {
  if (!google) throw new Error('there is no service account');
  const { issuerId } = await issuers.google();
  const pass = await selectPassById(sql, companyId, passId);
  if (!pass) return { outcome: 'gone' };
  try {
    const object = describeObject(pass.shown, issuerId, isSpecimen, pass.serial);
    const { status, retryAfter } = await google.patch(object);
    if (status === 200) return { outcome: 'told' };
    return status === 404 ? { outcome: 'gone' } : { outcome: 'failed', problem: `${status}`, retryAfter };
  } catch (error) {
    if (error instanceof OutgoingError) return { outcome: 'failed', problem: error.problem };
    throw error;
  }
}

/** Up to a tenth is added at random, so that many devices do not come back at the same moment. */
export function pauseAfter(failedAttempts: number, retryAfter?: string, random = Math.random): number {
  const pause = PAUSES[Math.min(failedAttempts, PAUSES.length) - 1] ?? 0;
  const asked = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0;
  return Math.max(pause * (1 + random() / 10), Math.min(asked, MAX_RETRY_AFTER));
}
