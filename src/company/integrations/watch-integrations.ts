import { emit } from '../../domain/events/emit.ts';
import { mailUsers } from '../../domain/mail-queue/mail-users.ts';
import type { Transaction } from '../../platform/db/types.ts';
import type { ExpectEvery } from './integration-types.ts';
import { learnPace, overdueFrom, overdueUntilLearned, type Pace } from './pace.ts';
import { markAnnounced, type Paced, selectToBePaced, type ToBePaced, updatePace } from './silence-sql.ts';

/**
 * Computes when the next roster of each integration is overdue, if a roster was accepted or a setting has changed since, and
 * announces new silences by events and mails. Returns their number.
 */
export async function watchIntegrations(tx: Transaction, companyId: number): Promise<number> {
  for (const integration of await selectToBePaced(tx, companyId))
    await updatePace(tx, companyId, paced(integration));
  const silences = await markAnnounced(tx, companyId);
  await emit(
    tx,
    companyId,
    'integration.silent',
    silences.map(({ id, lastSyncId, overdueAt }) => ({
      hrIntegrationId: id,
      ...(lastSyncId !== null && { lastSyncId }),
      expectedBy: overdueAt.toISOString(),
    })),
  );
  for (const { id } of silences) await mailUsers(tx, companyId, 'integration-silent', { integrationId: id });
  return silences.length;
}

function paced({ id, acceptSeq, expectEvery, connectedAt, times }: ToBePaced): Paced {
  const pace = expectEvery === 'auto' ? learnPace(times) : setPace(expectEvery);
  // A learned pace has a last roster. With a set pace, the first roster is waited for too.
  const last = Math.max(times[0] ?? connectedAt, connectedAt);
  const overdueAt = pace
    ? overdueFrom(pace, last)
    : expectEvery === 'auto'
      ? overdueUntilLearned(times, connectedAt)
      : null;
  return { id, acceptSeq, pace, overdueAt };
}

function setPace(expectEvery: Exclude<ExpectEvery, 'auto'>): Pace | null {
  if (expectEvery === 'off') return null;
  return { hours: Number.parseInt(expectEvery, 10) * (expectEvery.endsWith('d') ? 24 : 1), weekdays: null };
}
