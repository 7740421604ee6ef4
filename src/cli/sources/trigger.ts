import type { Command } from 'commander';
import { showRun } from '../../http/routes/sync-schemas.ts';
import { triggerPull } from '../../rosters/pull/trigger-pull.ts';
import type { Run } from '../../rosters/runs/run.ts';
import { withDatabase } from '../command.ts';
import { processOf } from '../command-process.ts';
import { describeRun } from '../sync-output.ts';
import { integrationOf, ofIntegration, sourcesOf } from './integration-of.ts';
import { describePull, exitCodeOf, waitForPull, waitForRun } from './pull-now.ts';

const EXIT_CODES = `
Exit codes with --wait, as of transit push:
  0  applied
  3  offboardings are held for approval
  4  nothing was fetched, or the roster could not be applied`;

export function addTrigger(integrations: Command): void {
  const trigger = ofIntegration(integrations.command('trigger').description('fetch the roster now'))
    .option(
      '--allow-gaps',
      'also if termination dates or absences are missing that the last roster had: only if that is right',
    )
    .option(
      '--wait',
      'wait until the roster has been applied; without a running service, this command fetches and applies it',
    )
    .addHelpText('after', EXIT_CODES);
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
    const sources = await sourcesOf(config);
    const waiting = { database, config, sources, integration: changed, syncId };
    const pull = await waitForPull(waiting);
    const run = pull.status === 'accepted' ? await waitForRun(waiting) : undefined;
    processOf(trigger).exitCode = exitCodeOf(pull, run);
    return {
      data: { ...pull, sync: run ? showRun(run, config.baseUrl) : null },
      lines: [...describePull(pull), ...(run ? describeRun(run) : []), ...nextStep(run)],
    };
  });
}

function nextStep(run: Run | undefined): string[] {
  if (run?.status !== 'held') return [];
  return [
    `Who it is, and how to decide: transit syncs show ${run.syncId} --integration ${run.integrationId}`,
  ];
}
