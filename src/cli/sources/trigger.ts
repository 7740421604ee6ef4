import type { Command } from 'commander';
import { triggerPull } from '../../rosters/pull/trigger-pull.ts';
import { withDatabase } from '../command.ts';
import { processOf } from '../command-process.ts';
import { integrationOf, ofIntegration, sourcesOf } from './integration-of.ts';
import { describePull, waitFor } from './pull-now.ts';

export function addTrigger(integrations: Command): void {
  const trigger = ofIntegration(integrations.command('trigger').description('fetch the roster now'))
    .option(
      '--allow-gaps',
      'also if termination dates or absences are missing that the last roster had: only if that is right',
    )
    .option('--wait', 'wait until it is fetched; without a running service, this command fetches it');
  withDatabase(trigger, async (database, config) => {
    const { allowGaps, wait } = trigger.opts<{ allowGaps?: boolean; wait?: boolean }>();
    const changed = await integrationOf(database, trigger);
    const syncId = await database.sql.begin((tx) =>
      triggerPull(tx, {
        ...changed,
        purpose: 'roster',
        allowsGaps: allowGaps ?? false,
        keyId: null,
        userId: null,
      }),
    );
    if (!wait)
      return {
        data: { syncId },
        lines: [`Pull ${syncId} is queued. A running service fetches it.`],
      };
    const pull = await waitFor(database, config, await sourcesOf(config), changed, syncId);
    if (pull.status === 'failed') processOf(trigger).exitCode = 1;
    return { data: pull, lines: describePull(pull, changed.integrationId) };
  });
}
