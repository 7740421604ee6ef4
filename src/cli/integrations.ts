import { type Command, Option } from 'commander';
import { OPERATOR } from '../audit/record-change.ts';
import { requireCompany } from '../companies/require-company.ts';
import { createIntegration } from '../integrations/create-integration.ts';
import { disconnectIntegration } from '../integrations/disconnect-integration.ts';
import { requireIntegration } from '../integrations/require-integration.ts';
import { setIntegration } from '../integrations/set-integration.ts';
import { type IntegrationSettings, selectAllIntegrations, selectSettings } from '../integrations/sql.ts';
import { INTEGRATION_TYPES, type IntegrationType } from '../integrations/vocabulary.ts';
import { amount, percent, shortText, trueOrFalse, wholeNumber } from './arguments.ts';
import { table, withDatabase, withTransaction } from './command.ts';

export function addIntegrations(program: Command): void {
  const integrations = program.command('integrations').description('manage HR integrations');

  const create = integrations
    .command('create')
    .description('create an integration for an HR system')
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .requiredOption('--name <name>', 'display name', shortText)
    .addOption(
      new Option('--type <type>', 'type of the integration')
        .choices(INTEGRATION_TYPES)
        .default('api-integration'),
    );
  withTransaction(create, async (tx) => {
    const { company, name, type } = create.opts<{ company: number; name: string; type: IntegrationType }>();
    await requireCompany(tx, company);
    const id = await createIntegration(tx, company, OPERATOR, { name, type });
    return {
      data: { id, companyId: company, name, type },
      lines: [`Integration ${id} created: ${name} (${type})`],
    };
  });

  const set = integrations
    .command('set')
    .description("change an integration's settings")
    .argument('<id>', 'integration id', wholeNumber)
    .option('--name <name>', 'display name', shortText)
    .option(
      '--hold-count <n>',
      'hold a run for approval if it would end more subscriptions than this',
      amount,
    )
    .option(
      '--hold-percent <p>',
      'hold a run for approval if more than this share of the people would leave',
      percent,
    )
    .option(
      '--auto-sync-default <true|false>',
      'value of autoSyncEmployee for entries without it',
      trueOrFalse,
    )
    .option('--disconnected <true|false>', 'true: refuse rosters', trueOrFalse);
  withTransaction(set, async (tx) => {
    const id = Number(set.args[0]);
    const companyId = await requireIntegration(tx, id);
    await setIntegration(tx, companyId, id, OPERATOR, given(set.opts()));
    const { disconnected } = set.opts<{ disconnected?: boolean }>();
    if (disconnected !== undefined) await disconnectIntegration(tx, companyId, id, OPERATOR, disconnected);
    const settings = await selectSettings(tx, companyId, id);
    return {
      data: { id, companyId, ...settings },
      lines: [
        `Integration ${id}: ${settings?.name}`,
        `  hold count         ${settings?.holdCount ?? 'never held'}`,
        `  hold percent       ${settings?.holdPercent ?? 'never held'}`,
        `  auto-sync default  ${settings?.autoSyncDefault}`,
      ],
    };
  });

  const list = integrations.command('list').description("list a company's integrations");
  list.requiredOption('--company <id>', 'company id', wholeNumber);
  withDatabase(list, async ({ sql }) => {
    const { company } = list.opts<{ company: number }>();
    await requireCompany(sql, company);
    const found = await selectAllIntegrations(sql, company);
    const rows = found.map((item) => [item.id, item.name, item.type, item.status, item.lastSyncStatus]);
    return { data: found, lines: table(['ID', 'NAME', 'TYPE', 'STATUS', 'LAST SYNC'], rows) };
  });
}

function given(options: Partial<Record<keyof IntegrationSettings, unknown>>): IntegrationSettings {
  const { name, holdCount, holdPercent, autoSyncDefault } = options as IntegrationSettings;
  return {
    ...(name !== undefined && { name }),
    ...(holdCount !== undefined && { holdCount }),
    ...(holdPercent !== undefined && { holdPercent }),
    ...(autoSyncDefault !== undefined && { autoSyncDefault }),
  };
}
