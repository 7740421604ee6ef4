import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { requireIntegration } from '../company/integrations/require-integration.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { knownKind } from '../domain/person/absence-kinds.ts';
import type { Config } from '../platform/config/config.ts';
import { loadSecretKeys } from '../platform/config/secret-keys.ts';
import type { OpenDatabase } from '../platform/db/open.ts';
import { AppError } from '../platform/errors.ts';
import type { Preview } from '../rosters/apply/preview-roster.ts';
import type { Survey } from '../rosters/pull/hr-system.ts';
import { pullRoster } from '../rosters/pull/pull-roster.ts';
import { isOptional, PULLED_FIELDS, type PulledField } from '../rosters/pull/pulled-fields.ts';
import { claimPulls, type Pull, selectPreview, selectPull } from '../rosters/pull/pulls-sql.ts';
import { isSchedule, type Schedule, usualSchedule } from '../rosters/pull/schedule.ts';
import {
  activateSource,
  discardDraft,
  draftSource,
  mapDraft,
  removeSource,
  setSchedule,
} from '../rosters/pull/set-up-source.ts';
import { type DropAccess, newDropPassword, readDropAccess } from '../rosters/pull/sftp-drop/drop-access.ts';
import { SourceError } from '../rosters/pull/source-error.ts';
import { createSources, type Sources, systemOf } from '../rosters/pull/sources.ts';
import { selectSource } from '../rosters/pull/sources-sql.ts';
import { surveySource } from '../rosters/pull/survey-source.ts';
import { SYSTEM_NAMES, SYSTEMS, type SystemName } from '../rosters/pull/systems.ts';
import { triggerPull } from '../rosters/pull/trigger-pull.ts';
import { KeptBodies } from '../rosters/receive/kept-body.ts';
import { absenceType, collect, wholeNumber } from './arguments.ts';
import { type Output, withDatabase } from './command.ts';
import { processOf } from './command-process.ts';
import { readSecret } from './read-secret.ts';
import { describeCounts } from './sync-output.ts';

interface ConnectOptions {
  system: SystemName;
  value?: string[];
  secretFile?: string[];
  publicKeyFile?: string;
  field?: string[];
  absenceType?: { name: string; kind: string | null }[];
  schedule?: Schedule;
  preview?: boolean;
}

/** Commands for the HR system that the rosters of an integration are fetched from (docs/connecting.md). */
export function addSources(integrations: Command): void {
  addConnect(integrations);
  addTest(integrations);
  addTrigger(integrations);
  addDropPassword(integrations);

  const schedule = ofIntegration(
    integrations.command('schedule').description('set when rosters are fetched'),
  ).argument('<when>', WHEN, readSchedule);
  withDatabase(schedule, async (database) => {
    const place = await placeOf(database, schedule);
    const when = schedule.processedArgs[1] as Schedule;
    await database.sql.begin((tx) => setSchedule(tx, place, when));
    const source = await selectSource(database.sql, place.companyId, place.integrationId, 'active');
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
    const place = await placeOf(database, disconnect);
    await database.sql.begin((tx) => removeSource(tx, place));
    return {
      data: { integrationId: place.integrationId },
      lines: [`Rosters of integration ${place.integrationId} are not fetched any more.`],
    };
  });
}

const WHEN = 'manual, "daily 02:30" (in the company\'s time zone) or "every 6 hours"';

function readSchedule(text: string): Schedule {
  if (!isSchedule(text)) throw new InvalidArgumentError(`It must be ${WHEN}.`);
  return text;
}

function addConnect(integrations: Command): void {
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
      '--public-key-file <file>',
      'sftp-drop: public keys in the format of OpenSSH, instead of a password',
    )
    .option(
      '--field <field=name>',
      `the system's name of a field: ${PULLED_FIELDS.join(', ')}; others are guessed; repeatable`,
      collect,
    )
    .option('--absence-type <name=kind>', 'what a type of absence means; others are guessed', absenceType)
    .option('--schedule <when>', `${WHEN}; by default daily between 02:00 and 05:00`, readSchedule)
    .option('--preview', 'fetch once and show what would change; use nothing of it')
    .addHelpText('after', '\nTry it on one machine: npm run hr-system -- --help');
  withDatabase(connect, async (database, config) => {
    const options = connect.opts<ConnectOptions>();
    const place = await placeOf(database, connect);
    const { sql } = database;
    const sources = await sourcesOf(config);
    const values = {
      ...pairs(options.value),
      ...(await secretsOf(options.secretFile, connect)),
      ...(options.publicKeyFile && {
        publicKeys: await readSecret('publicKeys', options.publicKeyFile, processOf(connect).stdin),
      }),
    };
    await sql.begin((tx) => draftSource(tx, sources, place, { system: options.system, values }));
    const { isDropped } = systemOf({ system: options.system });
    const access = await readDropAccess(sql, sources.drops, place);
    if (isDropped && access && !access.newestFile) return await giveAccess(database, place, access, values);
    const survey = await askSystem(database, sources, place, 'draft');
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
      mapDraft(tx, place, { fields, absenceTypes, ...(absenceColumns && { absenceColumns }) }),
    );
    if (options.preview) return await preview(database, config, sources, place);
    const when = options.schedule ?? (isDropped ? 'manual' : usualSchedule(place.integrationId));
    await sql.begin((tx) => activateSource(tx, place, when));
    const source = await selectSource(sql, place.companyId, place.integrationId, 'active');
    return {
      data: {
        system: options.system,
        fields,
        schedule: when,
        nextPullAt: source?.nextPullAt ?? null,
        survey,
      },
      lines: [
        `Integration ${place.integrationId} is connected with ${options.system}.`,
        ...describeSurvey(survey),
        ...PULLED_FIELDS.map((field) => `  ${field.padEnd(17)}${fields[field] ?? '–'}`),
        ...(isDropped
          ? ['A running service makes a roster of the file, and of each one that is dropped from now on.']
          : [
              nextLine(source?.nextPullAt),
              `Fetch now: transit integrations trigger ${place.integrationId} --wait`,
            ]),
      ],
    };
  });
}

/** Before the first file: what the HR system needs to drop it. A password is made unless there is one, or public keys. */
async function giveAccess(
  { sql }: OpenDatabase,
  place: Place,
  access: DropAccess,
  { publicKeys }: { publicKeys?: string },
): Promise<Output> {
  const isNew = !access.hasPassword && !publicKeys;
  const password = isNew ? (await newDropPassword(sql, place)).password : null;
  return {
    data: { ...access, password },
    lines: [
      ...describeAccess(access),
      ...(password ? [`  password     ${password} (it is not shown again)`] : []),
      'Let the HR system drop a first file. Then repeat the command to see its columns and to connect it.',
    ],
  };
}

function describeAccess({ host, port, username, fingerprint }: DropAccess): string[] {
  return [
    'The HR system drops its files by SFTP:',
    `  host         ${host}`,
    `  port         ${port}`,
    `  user         ${username}`,
    `  host key     ${fingerprint}`,
  ];
}

function addDropPassword(integrations: Command): void {
  const make = ofIntegration(
    integrations
      .command('drop-password')
      .description('make a new password for the system that drops files; the one before ends'),
  );
  withDatabase(make, async (database, config) => {
    const place = await placeOf(database, make);
    const { drops } = await sourcesOf(config);
    const made = await newDropPassword(database.sql, place);
    const access = await readDropAccess(database.sql, drops, place);
    return {
      data: { ...access, ...made },
      lines: [
        ...(access ? describeAccess(access) : []),
        `  password     ${made.password} (it is not shown again)`,
      ],
    };
  });
}

function addTest(integrations: Command): void {
  const test = ofIntegration(
    integrations.command('test').description('ask the HR system what the stored credentials can see'),
  );
  withDatabase(test, async (database, config) => {
    const survey = await askSystem(
      database,
      await sourcesOf(config),
      await placeOf(database, test),
      'active',
    );
    if (survey.missing.length > 0) processOf(test).exitCode = 1;
    return { data: survey, lines: describeSurvey(survey) };
  });
}

function addTrigger(integrations: Command): void {
  const trigger = ofIntegration(integrations.command('trigger').description('fetch the roster now'))
    .option(
      '--allow-gaps',
      'also if termination dates or absences are missing that the last roster had: only if that is right',
    )
    .option('--wait', 'wait until it is fetched; without a running service, this command fetches it');
  withDatabase(trigger, async (database, config) => {
    const { allowGaps, wait } = trigger.opts<{ allowGaps?: boolean; wait?: boolean }>();
    const place = await placeOf(database, trigger);
    const syncId = await database.sql.begin((tx) =>
      triggerPull(tx, {
        ...place,
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
    const pull = await waitFor(database, config, await sourcesOf(config), place, syncId);
    if (pull.status === 'failed') processOf(trigger).exitCode = 1;
    return { data: pull, lines: describePull(pull, place.integrationId) };
  });
}

interface Place {
  companyId: number;
  integrationId: number;
  actor: typeof OPERATOR;
}

async function placeOf({ sql }: OpenDatabase, command: Command): Promise<Place> {
  const integrationId = Number(command.args[0]);
  return { companyId: await requireIntegration(sql, integrationId), integrationId, actor: OPERATOR };
}

function ofIntegration(command: Command): Command {
  return command.argument('<id>', 'integration id', wholeNumber);
}

async function sourcesOf(config: Config): Promise<Sources> {
  return createSources({ config, secretKeys: await loadSecretKeys(config) });
}

/** Names of the inputs, by system. */
function describeInputs(areSecret: boolean): string {
  return SYSTEM_NAMES.map((name) => {
    const inputs = SYSTEMS[name].inputs.filter(({ kind }) => kind.includes('secret') === areSecret);
    return `${name}: ${inputs.map((input) => (input.isRequired ? input.name : `[${input.name}]`)).join(', ')}`;
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

async function askSystem(
  { sql }: OpenDatabase,
  sources: Sources,
  place: Place,
  state: 'draft' | 'active',
): Promise<Survey> {
  try {
    return await surveySource(sql, sources, place, state, { signal: new AbortController().signal });
  } catch (error) {
    throw error instanceof SourceError ? asCommandError(error) : error;
  }
}

function asCommandError({ code, detail, field, right }: SourceError): AppError {
  const grant = right ? ` Grant: ${right} (for ${field}).` : '';
  return new AppError('conflict', `${code}: ${detail}${grant}`);
}

function notMapped(fields: readonly PulledField[], { fields: known }: Survey): AppError {
  return new AppError(
    'invalid-values',
    `No field of the system seems to be ${fields.join(', ')}. Name it with --field, such as --field ${fields[0]}=NAME. ` +
      `The credentials see: ${known.map(({ key, label }) => (key === label ? key : `${key} (${label})`)).join(', ')}.`,
  );
}

function describeSurvey({ people, missing, absenceTypes }: Survey): string[] {
  return [
    `The credentials see ${people ?? 'an unknown number of'} people${absenceTypes ? ` and ${absenceTypes.length} types of absence` : ''}.`,
    ...missing.map(({ field, right }) => `  missing: ${field}. Grant: ${right}`),
  ];
}

function nextLine(nextPullAt: Date | null | undefined): string {
  return nextPullAt
    ? `The next roster is fetched at ${nextPullAt.toISOString()}.`
    : 'Rosters are fetched by hand only.';
}

/** Waits for a pull. If no service fetches it, this process does. */
async function waitFor(
  database: OpenDatabase,
  config: Config,
  sources: Sources,
  { companyId, integrationId }: Place,
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

function describePull(pull: Pull, integrationId: number): string[] {
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

async function preview(
  database: OpenDatabase,
  config: Config,
  sources: Sources,
  place: Place,
): Promise<Output> {
  const { companyId, integrationId } = place;
  const syncId = await database.sql.begin((tx) =>
    triggerPull(tx, { ...place, purpose: 'preview', keyId: null, userId: null }),
  );
  const pull = await waitFor(database, config, sources, place, syncId);
  const found = (await selectPreview(database.sql, companyId, integrationId, syncId)) as Preview | undefined;
  await database.sql.begin((tx) => discardDraft(tx, place));
  return {
    data: { pull, counts: found?.counts ?? null, wouldBeHeld: found?.isHeld ?? null },
    lines: [
      ...describePull(pull, integrationId),
      ...(found ? [`Preview of ${found.counts.entries} entries: ${describeCounts(found.counts)}`] : []),
      ...(found?.isHeld ? ['The offboardings would be held for approval.'] : []),
      'Nothing was changed.',
    ],
  };
}
