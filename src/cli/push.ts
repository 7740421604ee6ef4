import { randomBytes } from 'node:crypto';
import { type Command, Option } from 'commander';
import type { Sync } from '../../client/src/api.ts';
import { TransitClient } from '../../client/src/client.ts';
import { TransitProblem, TransitUnreachable } from '../../client/src/problem.ts';
import { readServerAccess } from '../config.ts';
import { AppError } from '../errors.ts';
import { wholeNumber } from './arguments.ts';
import {
  describeLeftOut,
  describeMatching,
  describePreview,
  describeRefusal,
  describeSync,
  number,
} from './push/describe.ts';
import { EXIT_CODES, invalidFile, PushFailure } from './push/failure.ts';
import { readMapping, writeMapping } from './push/mapping-file.ts';
import { Progress } from './push/progress.ts';
import { openRosterFile, type RosterFile } from './push/roster-file.ts';

interface Options {
  integration: number;
  url?: string;
  syncId?: string;
  preview?: true;
  wait?: true;
  onInvalid?: 'reject' | 'keep';
  mapping?: string;
  retries: number;
  json?: true;
}

/** Sends a roster to a server, which may be any: the command needs no database. */
export function addPush(program: Command): void {
  const command = program
    .command('push')
    .description('send a roster from a CSV, XLSX, NDJSON or JSON file to a server')
    .argument('<file>', 'the complete roster: people who are not in it are offboarded')
    .requiredOption('--integration <id>', 'integration id', wholeNumber)
    .option('--url <address>', 'address of the server (TRANSIT_URL)')
    .option('--sync-id <id>', 'name of the roster (default: a new one for each run)')
    .option('--preview', 'show what the roster would change, and change nothing')
    .option('--wait', 'wait until the roster has been applied')
    .addOption(
      new Option(
        '--on-invalid <what>',
        'what to do with a few invalid entries (the setting of the integration)',
      ).choices(['reject', 'keep']),
    )
    .option('--mapping <file>', 'what the columns hold; written with guesses if it does not exist')
    .option('--retries <n>', 'how often to try again if the server does not answer', wholeNumber, 8)
    .option('--json', 'print the result as one JSON value')
    .addHelpText(
      'after',
      `
Environment:
  TRANSIT_URL                         address of the server
  TRANSIT_USERNAME, TRANSIT_PASSWORD  API key

Exit codes:
  0  applied; accepted (without --wait); previewed
  1  wrong options or settings
  2  the file or its values are not valid; nothing was changed
  3  offboardings are held for approval, or would be (--preview)
  4  failed, or refused by the server
  5  the server cannot be reached`,
    );
  command.action(async (path: string) => {
    const progress = new Progress(process.stderr);
    try {
      const { data, lines } = await push(path, command.opts<Options>(), progress);
      progress.clear();
      process.stdout.write(`${command.opts()['json'] ? JSON.stringify(data, null, 2) : lines.join('\n')}\n`);
    } catch (error) {
      progress.clear();
      if (!(error instanceof PushFailure)) throw error;
      const [first = '', ...more] = error.lines;
      process.stderr.write(`${[`transit: ${first}`, ...more].join('\n')}\n`);
      process.exitCode = error.code;
    }
  });
}

async function push(path: string, options: Options, progress: Progress) {
  const client = new TransitClient({
    ...readServerAccess(options.url),
    retries: options.retries,
    onRetry: ({ error, delayMs }) =>
      progress.say(`${reasonOf(error)} Trying again in ${Math.ceil(delayMs / 1000)} s.`),
  });
  const file = await openRosterFile(path, readMapping(options.mapping));
  checkColumns(file, options.mapping, progress);
  try {
    const result = options.preview
      ? await preview(client, file, options, progress)
      : await submit(client, file, options, progress);
    progress.say(...describeLeftOut(file));
    return result;
  } catch (error) {
    throw failureOf(error, file);
  } finally {
    client.close();
  }
}

/** Shows what the columns were taken for. Stops if that is not clear. */
function checkColumns(
  { path, matching }: RosterFile,
  mappingPath: string | undefined,
  progress: Progress,
): void {
  if (!matching) {
    if (mappingPath !== undefined)
      throw new AppError(
        'invalid-values',
        '--mapping is for CSV and XLSX files. JSON has the field names of the API.',
      );
    return;
  }
  progress.say(...describeMatching(matching));
  const isWritten = writeMapping(mappingPath, matching);
  if (isWritten) progress.say(`Wrote ${mappingPath}. Correct it if a column is wrong.`);
  const where = mappingPath ?? 'a mapping file (--mapping FILE)';
  const problems = [
    ...matching.ambiguous.map(
      ({ column, headings }) => `Several columns fit ${column}: ${headings.join(', ')}.`,
    ),
    ...(matching.missing.length > 0 ? [`No column fits ${matching.missing.join(', ')}.`] : []),
  ];
  if (problems.length > 0)
    throw invalidFile(`${path}: ${problems.join(' ')}`, `Say what the columns hold in ${where}.`);
}

/** Reads the people from the beginning and shows how far it is. */
function reading(file: RosterFile, progress: Progress) {
  return () => {
    let bytes = 0;
    return file.entries((more) => {
      bytes += more;
      progress.show(bytes / file.bytes, `${number(file.count())} people sent`);
    });
  };
}

async function preview(client: TransitClient, file: RosterFile, options: Options, progress: Progress) {
  const { integration, onInvalid } = options;
  const data = await client.previewRoster(integration, reading(file, progress), {
    ...(onInvalid && { onInvalid }),
  });
  if (data.wouldBeHeld) process.exitCode = EXIT_CODES.held;
  return { data, lines: describePreview(data, file) };
}

async function submit(client: TransitClient, file: RosterFile, options: Options, progress: Progress) {
  const { integration, onInvalid, wait, syncId = newSyncId() } = options;
  const { resubmitted, bodyDigest } = await client.submitRoster(integration, reading(file, progress), {
    syncId,
    ...(onInvalid && { onInvalid }),
  });
  progress.say(`Accepted ${number(file.count())} people as sync ${syncId}.`);
  if (resubmitted === 'same-body') progress.say('The server knew this sync already. Nothing runs twice.');
  const params = { id: integration, syncId };
  const accepted = await client.get('/hr-integrations/{id}/syncs/{syncId}', { params });
  // A sync that has failed is tried again with the new roster. In all other cases the first roster counts.
  if (resubmitted === 'other-body' && accepted.bodyDigest !== bodyDigest)
    throw new PushFailure('failed', [
      `The server has another roster under the sync id ${syncId}. This one is ignored; send it with another --sync-id.`,
    ]);
  const sync = wait ? await waitFor(client, params, progress) : accepted;
  if (wait) process.exitCode = exitCodeOf(sync);
  return { data: sync, lines: describeSync(sync, file) };
}

async function waitFor(
  client: TransitClient,
  { id, syncId }: { id: number; syncId: string },
  progress: Progress,
): Promise<Sync> {
  try {
    return await client.waitForSync(id, syncId, {
      onLook: ({ progress: step }) => {
        if (step) progress.show(step.done / Math.max(1, step.total), step.step);
      },
    });
  } catch (error) {
    progress.say('The roster was accepted, but its result cannot be read at the moment.');
    throw error;
  }
}

/** A time tells people more than a random text; two runs in one second are still told apart. */
function newSyncId(): string {
  return `push-${new Date().toISOString().slice(0, 19)}Z-${randomBytes(4).toString('hex')}`;
}

function exitCodeOf({ status }: Sync): number {
  if (status === 'succeeded') return 0;
  return status === 'held' ? EXIT_CODES.held : EXIT_CODES.failed;
}

/** Tells which kind of failure a refusal is. */
function failureOf(error: unknown, file: RosterFile): unknown {
  if (error instanceof TransitUnreachable) return new PushFailure('unreachable', [reasonOf(error)]);
  if (!(error instanceof TransitProblem)) return error;
  if ([400, 413, 422].includes(error.status)) return new PushFailure('invalid', describeRefusal(error, file));
  const isAway = [408, 429, 502, 503, 504].includes(error.status);
  return new PushFailure(isAway ? 'unreachable' : 'failed', [reasonOf(error)]);
}

function reasonOf(error: TransitProblem | TransitUnreachable): string {
  if (error instanceof TransitUnreachable) return `${error.message}.`;
  return `The server answered ${error.status} ${error.code}: ${error.detail}`;
}
