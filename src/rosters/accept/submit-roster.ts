import { AppError } from '../../platform/errors.ts';
import { IncomingRoster } from '../receive/incoming-roster.ts';
import { KeptBodies } from '../receive/kept-body.ts';
import type { UploadStore } from '../receive/upload.ts';
import type { Acceptance } from './accept-roster.ts';
import type { OpenIntegration } from './mark-sql.ts';
import { openForRosters } from './open-for-rosters.ts';
import { type TakenRoster, takeRoster } from './take-roster.ts';

/** `refusal` has a code, a message, and the errors of the entries. Nothing of the roster is stored then. */
export type SubmittedRoster =
  | TakenRoster
  | { outcome: 'refused'; syncId: string | undefined; refusal: AppError };

interface Submission {
  /** The memory of the node for bodies that may equal the last one. */
  keptBodies?: KeptBodies;
  /** Stops the reading. */
  signal?: AbortSignal;
  /** Reads the roster even if it equals the last one. */
  isAlwaysRead?: boolean;
}

/** Receives and accepts a roster that does not come by HTTP. Its body is that of the API (`bodyOf`). */
export async function submitRoster(
  store: UploadStore,
  acceptance: Acceptance,
  body: AsyncIterable<Buffer>,
  { isAlwaysRead = acceptance.repeatsRunId !== undefined, ...receiving }: Submission = {},
): Promise<SubmittedRoster> {
  let incoming: IncomingRoster | undefined;
  try {
    const integration = await openForRosters(store.sql, acceptance.companyId, acceptance.integrationId);
    await using begun = incomingRoster(store, acceptance, integration, receiving);
    incoming = begun;
    const mark = isAlwaysRead ? null : integration.mark;
    return await takeRoster(store.sql, acceptance, begun, body, mark);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: 'refused', syncId: incoming?.syncId, refusal: error };
  }
}

/** A roster that is read by the settings of its integration. */
export function incomingRoster(
  store: UploadStore,
  { companyId, integrationId, limits }: Pick<Acceptance, 'companyId' | 'integrationId' | 'limits'>,
  { today, onInvalid, absenceTypes }: OpenIntegration,
  { keptBodies = new KeptBodies(), signal = new AbortController().signal }: Submission = {},
): IncomingRoster {
  const rules = { today, onInvalid, absenceTypes };
  return new IncomingRoster({ companyId, integrationId, store, keptBodies, limits, rules, signal });
}
