import type { Sql } from '../../../platform/db/types.ts';
import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import { pauseForReceiver, type RetryPauses, retryAfterSeconds } from '../../../platform/retry-pauses.ts';
import { describeObject } from '../google-pass.ts';
import type { Delivery } from './delivery.ts';
import type { Passes } from './passes.ts';
import { selectPassById } from './passes-sql.ts';
import {
  type ClaimedRegistration,
  forgetRegistration,
  noteDelivered,
  noteFailed,
} from './registrations-sql.ts';

const RETRIES: RetryPauses = {
  seconds: [5, 30, 2 * 60, 10 * 60, 30 * 60, 3600],
  maxAsked: 6 * 3600,
};

/**
 * Tells a device, or Google, about the changes of a pass, and notes what became of it. A device gets a push without content and asks
 * for the pass afterwards; Google gets the pass as it is at this moment. So nobody is notified of an earlier state.
 */
export async function deliverUpdate(
  sql: Sql,
  passes: Passes,
  registration: ClaimedRegistration,
): Promise<Delivery> {
  const delivery = await (registration.pushToken === null
    ? patchObject(sql, passes, registration)
    : pushToDevice(passes, registration.pushToken));
  if (delivery.outcome === 'failed') {
    const asked = retryAfterSeconds(delivery.retryAfter);
    await noteFailed(sql, registration, pauseForReceiver(RETRIES, registration.failedAttempts + 1, asked));
  } else if (delivery.outcome === 'gone') await forgetRegistration(sql, registration);
  else await noteDelivered(sql, registration);
  return delivery;
}

async function pushToDevice({ push }: Passes, pushToken: string): Promise<Delivery> {
  if (!push) throw new Error('there is no certificate to push with');
  return await push(pushToken);
}

async function patchObject(
  sql: Sql,
  { google, issuers, isSpecimen }: Passes,
  { companyId, passId }: ClaimedRegistration,
): Promise<Delivery> {
  if (!google) throw new Error('there is no service account');
  const { issuerId } = await issuers.google();
  const pass = await selectPassById(sql, companyId, passId);
  if (!pass) return { outcome: 'gone' };
  try {
    const object = describeObject(pass.shown, issuerId, isSpecimen, pass.serial);
    const { status, retryAfter } = await google.patch(object);
    if (status === 200) return { outcome: 'delivered' };
    return status === 404 ? { outcome: 'gone' } : { outcome: 'failed', problem: `${status}`, retryAfter };
  } catch (error) {
    if (error instanceof OutgoingError) return { outcome: 'failed', problem: error.problem };
    throw error;
  }
}
