import type { Command } from 'commander';
import type { Schedule } from '../../rosters/pull/schedule.ts';
import { removeSource, setSchedule } from '../../rosters/pull/set-up-source.ts';
import { selectSource } from '../../rosters/pull/sources-sql.ts';
import { withDatabase } from '../command.ts';
import { processOf } from '../command-process.ts';
import { askSystem, describeSurvey } from './ask-system.ts';
import { addConnect } from './connect.ts';
import { integrationOf, ofIntegration, sourcesOf } from './integration-of.ts';
import { nextLine, readSchedule, WHEN } from './schedule.ts';
import { addTrigger } from './trigger.ts';

/** Commands for the HR system that the rosters of an integration are fetched from (docs/connecting.md). */
export function addSources(integrations: Command): void {
  addConnect(integrations);
  addTest(integrations);
  addTrigger(integrations);

  const schedule = ofIntegration(
    integrations.command('schedule').description('set when rosters are fetched'),
  ).argument('<when>', WHEN, readSchedule);
  withDatabase(schedule, async (database) => {
    const changed = await integrationOf(database, schedule);
    const when = schedule.processedArgs[1] as Schedule;
    await database.sql.begin((tx) => setSchedule(tx, changed, when));
    const source = await selectSource(database.sql, changed.companyId, changed.integrationId, 'active');
    return {
      data: { schedule: when, nextPullAt: source?.nextPullAt ?? null },
      lines: [nextLine(source?.nextPullAt)],
    };
  });

  const disconnect = ofIntegration(
    integrations
      .command('disconnect-source')
      .description(
        'forget the HR system and its credentials; nobody is offboarded, and rosters can be sent again',
      ),
  );
  withDatabase(disconnect, async (database) => {
    const changed = await integrationOf(database, disconnect);
    await database.sql.begin((tx) => removeSource(tx, changed));
    return {
      data: { integrationId: changed.integrationId },
      lines: [`Rosters of integration ${changed.integrationId} are not fetched any more.`],
    };
  });
}

function addTest(integrations: Command): void {
  const test = ofIntegration(
    integrations.command('test').description('ask the HR system what the stored credentials can see'),
  );
  withDatabase(test, async (database, config) => {
    const changed = await integrationOf(database, test);
    const survey = await askSystem(database, await sourcesOf(config), changed, 'active');
    const source = await selectSource(database.sql, changed.companyId, changed.integrationId, 'active');
    if (survey.missing.length > 0) processOf(test).exitCode = 1;
    return { data: survey, lines: describeSurvey(survey, source?.system) };
  });
}
