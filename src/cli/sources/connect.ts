import { type Command, Option } from 'commander';
import { knownKind } from '../../domain/person/absence-kinds.ts';
import type { Config } from '../../platform/config/config.ts';
import type { OpenDatabase } from '../../platform/db/open.ts';
import { AppError } from '../../platform/errors.ts';
import type { Preview } from '../../rosters/apply/preview-roster.ts';
import { readDropAccess } from '../../rosters/pull/file-drop/drop-access.ts';
import type { Survey } from '../../rosters/pull/hr-system.ts';
import { isOptional, PULLED_FIELDS, type PulledField } from '../../rosters/pull/pulled-fields.ts';
import { selectPreview } from '../../rosters/pull/pulls-sql.ts';
import { type Schedule, usualSchedule } from '../../rosters/pull/schedule.ts';
import type { ChangedIntegration } from '../../rosters/pull/set-up-source.ts';
import { activateSource, discardDraft, draftSource, mapDraft } from '../../rosters/pull/set-up-source.ts';
import { OWN_SERVER, type Sources, systemOf } from '../../rosters/pull/sources.ts';
import { selectSource } from '../../rosters/pull/sources-sql.ts';
import { SYSTEM_NAMES, SYSTEMS, type SystemName } from '../../rosters/pull/systems.ts';
import { triggerPull } from '../../rosters/pull/trigger-pull.ts';
import { absenceType, collect } from '../arguments.ts';
import { type Output, withDatabase } from '../command.ts';
import { processOf } from '../command-process.ts';
import { readSecret } from '../read-secret.ts';
import { describeCounts, describeWarnings } from '../sync-output.ts';
import { askSystem, describeSurvey } from './ask-system.ts';
import { describeDropAccess } from './drop-access.ts';
import { integrationOf, ofIntegration, sourcesOf } from './integration-of.ts';
import { describePull, waitForPull } from './pull-now.ts';
import { nextLine, readSchedule, WHEN } from './schedule.ts';

interface ConnectOptions {
  system: SystemName;
  value?: string[];
  secretFile?: string[];
  field?: string[];
  absenceType?: { name: string; kind: string | null }[];
  schedule?: Schedule;
  preview?: boolean;
}

const HELP = `
To try it on one machine, start a server that plays the HR system: npm run hr-system -- personio
It prints the command to connect it. The value ${OWN_SERVER} names such a server. It is only accepted with
PULL_ALLOW_LOOPBACK=1, which the service needs as well.`;

export function addConnect(integrations: Command): void {
  const connect = ofIntegration(
    integrations.command('connect').description('fetch the rosters of an integration from an HR system'),
  )
    .addOption(new Option('--system <name>', 'HR system').choices(SYSTEM_NAMES).makeOptionMandatory())
    .option('--value <name=value>', `what the system needs: ${describeInputs(false)}; repeatable`, collect)
    .option(
      '--secret-file <name=file>',
      `file with a secret, or - for standard input: ${describeInputs(true)}; repeatable`,
      collect,
    )
    .option(
      '--field <field=name>',
      `the system's name of a field: ${PULLED_FIELDS.join(', ')}; others are guessed; repeatable`,
      collect,
    )
    .option('--absence-type <name=kind>', 'what a type of absence means; others are guessed', absenceType)
    .option('--schedule <when>', `${WHEN}; by default daily between 02:00 and 05:00`, readSchedule)
    .option('--preview', 'fetch once and show what would change; use nothing of it')
    .addHelpText('after', HELP);
  withDatabase(connect, async (database, config) => {
    const options = connect.opts<ConnectOptions>();
    const changed = await integrationOf(database, connect);
    const { sql } = database;
    const sources = await sourcesOf(config);
    const values = {
      ...pairs(options.value),
      ...(await secretsOf(options.secretFile, connect)),
    };
    await sql.begin((tx) => draftSource(tx, sources, changed, { system: options.system, values }));
    const { isDropped } = systemOf({ system: options.system });
    const access = await readDropAccess(sql, config, changed);
    if (isDropped && access && !access.newestFile) return { data: access, lines: describeDropAccess(access) };
    const survey = await askSystem(database, sources, changed, 'draft');
    if (survey.toConfirm)
      return {
        data: survey,
        lines: [
          `The server shows this ${survey.toConfirm.input}: ${survey.toConfirm.value}`,
          `If it is right, repeat the command with: --value ${survey.toConfirm.input}=${survey.toConfirm.value}`,
        ],
      };
    const fields = { ...survey.guesses, ...pairs(options.field) } as Record<PulledField, string | null>;
    const unknown = PULLED_FIELDS.filter((field) => !fields[field] && !isOptional(field));
    if (unknown.length > 0) throw notMapped(unknown, survey);
    const chosen = new Map(options.absenceType?.map(({ name, kind }) => [name, kind]));
    const absenceTypes = (survey.absenceTypes ?? []).map((type) => ({
      ...type,
      kind: (chosen.get(type.name) ?? knownKind(type.name) ?? 'other') as 'other',
    }));
    const { absenceColumns } = survey;
    await sql.begin((tx) =>
      mapDraft(tx, changed, { fields, absenceTypes, ...(absenceColumns && { absenceColumns }) }),
    );
    if (options.preview) return await preview(database, config, sources, changed);
    const when = options.schedule ?? (isDropped ? 'manual' : usualSchedule(changed.integrationId));
    await sql.begin((tx) => activateSource(tx, changed, when));
    const source = await selectSource(sql, changed.companyId, changed.integrationId, 'active');
    return {
      data: {
        system: options.system,
        fields,
        schedule: when,
        nextPullAt: source?.nextPullAt ?? null,
        survey,
      },
      lines: [
        `Integration ${changed.integrationId} is connected with ${options.system}.`,
        ...describeSurvey(survey, options.system),
        ...PULLED_FIELDS.map((field) => `  ${field.padEnd(17)}${fields[field] ?? '–'}`),
        ...(isDropped
          ? ['A running service makes a roster of the file, and of each one that comes from now on.']
          : [
              nextLine(source?.nextPullAt),
              `Fetch now: transit integrations trigger ${changed.integrationId} --wait`,
            ]),
      ],
    };
  });
}

/** Names of the inputs, by system. */
function describeInputs(areSecret: boolean): string {
  return SYSTEM_NAMES.map((name) => {
    const inputs = SYSTEMS[name].inputs.filter(({ kind }) => kind.includes('secret') === areSecret);
    const names = inputs.map((input) => (input.isRequired ? input.name : `[${input.name}]`));
    return `${name}: ${names.join(', ')}`;
  }).join('; ');
}

function pairs(given: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new AppError('invalid-values', `${text} must be NAME=VALUE.`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

async function secretsOf(
  given: readonly string[] | undefined,
  command: Command,
): Promise<Record<string, string>> {
  const { stdin } = processOf(command);
  const secrets: Record<string, string> = {};
  for (const [name, file] of Object.entries(pairs(given)))
    secrets[name] = await readSecret(name, file, stdin);
  return secrets;
}

function notMapped(fields: readonly PulledField[], { fields: known }: Survey): AppError {
  return new AppError(
    'invalid-values',
    `No field of the system seems to be ${fields.join(', ')}. Name it with --field, such as --field ${fields[0]}=NAME. ` +
      `The credentials see: ${known.map(({ key, label }) => (key === label ? key : `${key} (${label})`)).join(', ')}.`,
  );
}

async function preview(
  database: OpenDatabase,
  config: Config,
  sources: Sources,
  changed: ChangedIntegration,
): Promise<Output> {
  const { companyId, integrationId } = changed;
  const syncId = await database.sql.begin((tx) =>
    triggerPull(tx, { ...changed, purpose: 'preview', keyId: null, userId: null }),
  );
  const pull = await waitForPull({ database, config, sources, integration: changed, syncId });
  const found = (await selectPreview(database.sql, companyId, integrationId, syncId)) as Preview | undefined;
  await database.sql.begin((tx) => discardDraft(tx, changed));
  return {
    data: {
      pull,
      counts: found?.counts ?? null,
      warnings: found?.warnings ?? [],
      wouldBeHeld: found?.isHeld ?? null,
    },
    lines: [
      ...describePull(pull),
      ...(found
        ? [
            `Preview of ${found.counts.entries} entries: ${describeCounts(found.counts)}`,
            ...(found.counts.invalid ? [`  invalid      ${found.counts.invalid}`] : []),
            ...describeWarnings(found.warnings),
          ]
        : []),
      ...(found?.isHeld ? ['The offboardings would be held for approval.'] : []),
      'Nothing was changed.',
    ],
  };
}
