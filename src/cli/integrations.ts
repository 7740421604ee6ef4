import { type Command, Option } from 'commander';
import { requireCompany } from '../company/companies/require-company.ts';
import { createIntegration } from '../company/integrations/create-integration.ts';
import { INTEGRATION_TYPES, type IntegrationType } from '../company/integrations/integration-types.ts';
import { type ManagedIntegration, selectManagedIntegrations } from '../company/integrations/managed-sql.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { showIntegration } from '../http/routes/integration-schemas.ts';
import { orOff, percent, shortText, wholeNumber } from './arguments.ts';
import { table, withDatabase, withTransaction } from './command.ts';
import { showOneIntegration, typesText } from './integration-output.ts';
import { addIntegrationSettings } from './integration-settings.ts';
import { addSources } from './sources/sources.ts';

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
    )
    .option(
      '--hold-percent <p|off>',
      'hold a run for approval if more than this share of the people would leave (default: off)',
      orOff(percent),
    );
  withTransaction(create, async (tx, { baseUrl }) => {
    const {
      company,
      name,
      type,
      holdPercent: percentOrOff = 'off',
    } = create.opts<{
      company: number;
      name: string;
      type: IntegrationType;
      holdPercent?: number | 'off';
    }>();
    const holdPercent = percentOrOff === 'off' ? null : percentOrOff;
    await requireCompany(tx, company);
    const id = await createIntegration(tx, company, OPERATOR, { name, type, holdPercent });
    return {
      data: { companyId: company, ...(await showOneIntegration(tx, company, id, baseUrl)) },
      lines: [
        `Integration ${id} created: ${name} (${type})`,
        ...(type === 'hr-integration'
          ? [`Connect its HR system: transit integrations connect ${id} --help`]
          : holdPercent !== null
            ? [
                `Rosters with which more than ${holdPercent} % of the people would leave are held for approval.`,
              ]
            : [
                'Rosters are not held: an incomplete roster offboards everybody whom it omits. To hold a roster in which more than',
                `20 % of the people would leave: transit integrations set ${id} --hold-percent 20`,
              ]),
      ],
    };
  });

  addIntegrationSettings(integrations);

  addSources(integrations);

  const list = integrations.command('list').description("list a company's integrations");
  list.requiredOption('--company <id>', 'company id', wholeNumber);
  withDatabase(list, async ({ sql }, { baseUrl }) => {
    const { company } = list.opts<{ company: number }>();
    await requireCompany(sql, company);
    const found = await selectManagedIntegrations(sql, company);
    const rows = found.map((item) => [
      item.id,
      item.name,
      item.type,
      item.status,
      item.lastSyncStatus,
      needsText(item),
      typesText(item.absenceTypes),
    ]);
    return {
      data: found.map(({ lastSyncedAt, ...settings }) => ({
        ...settings,
        ...showIntegration({ ...settings, lastSyncedAt }, baseUrl),
      })),
      lines: table(['ID', 'NAME', 'TYPE', 'STATUS', 'LAST SYNC', 'NEEDS ATTENTION', 'ABSENCE TYPES'], rows),
    };
  });
}

/** The reasons to look at the integration. */
function needsText({
  isSilent,
  lastRosterAt,
  refused,
  decisions,
  heldRunId,
  unseenRunId,
}: ManagedIntegration): string {
  const since = lastRosterAt ? `since ${lastRosterAt.toISOString().slice(0, 16)}Z` : 'yet';
  const reasons = [
    ...(isSilent ? [`no roster ${since}`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(heldRunId !== null ? ['held'] : []),
    ...(unseenRunId !== null ? ['many left'] : []),
    ...(decisions > 0 ? [`${decisions} to decide`] : []),
  ];
  return reasons.length > 0 ? reasons.join(', ') : '-';
}
