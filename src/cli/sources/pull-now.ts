import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../platform/config/config.ts';
import type { OpenDatabase } from '../../platform/db/open.ts';
import { AppError } from '../../platform/errors.ts';
import { pullRoster } from '../../rosters/pull/pull-roster.ts';
import { claimPulls, type Pull, selectPull } from '../../rosters/pull/pulls-sql.ts';
import type { ChangedIntegration } from '../../rosters/pull/set-up-source.ts';
import type { Sources } from '../../rosters/pull/sources.ts';
import { KeptBodies } from '../../rosters/receive/kept-body.ts';

/** Waits for a pull. If no service fetches it, this process does. */
export async function waitFor(
  database: OpenDatabase,
  config: Config,
  sources: Sources,
  { companyId, integrationId }: ChangedIntegration,
  syncId: string,
): Promise<Pull> {
  const context = {
    database,
    sources,
    limits: config.rosterLimits,
    keptBodies: new KeptBodies(),
    signal: new AbortController().signal,
  };
  for (;;) {
    for (const claimed of await claimPulls(database.sql, companyId, 1)) await pullRoster(context, claimed);
    const pull = await selectPull(database.sql, companyId, integrationId, syncId);
    if (!pull || pull.finishedAt)
      return pull ?? (await Promise.reject(new AppError('not-found', 'The pull is gone.')));
    await sleep(500);
  }
}

export function describePull(pull: Pull, integrationId: number): string[] {
  const { status, syncId, people, code, detail, field, right, leftEarlier, withoutNumber } = pull;
  if (status === 'failed')
    return [
      `Pull ${syncId} failed, and nobody was changed: ${code}. ${detail ?? ''}`.trimEnd(),
      ...(right ? [`Grant in the HR system, for ${field}: ${right}`] : []),
    ];
  return [
    `Pull ${syncId}: ${people} people fetched.`,
    ...(leftEarlier > 0 ? [`  ${leftEarlier} left before this month and are not in the roster`] : []),
    ...(withoutNumber > 0 ? [`  ${withoutNumber} have no number and are not in the roster`] : []),
    ...(status === 'accepted'
      ? [`A running service applies it: transit syncs show ${syncId} --integration ${integrationId}`]
      : []),
  ];
}
