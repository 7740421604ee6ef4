import { randomBytes } from 'node:crypto';
import type { Sync } from '../api.ts';
import { TransitClient } from '../client.ts';
import { SyncIdReused, TransitProblem, TransitUnreachable } from '../problem.ts';
import { type Environment, readAccess } from './access.ts';
import {
  describeLeftOut,
  describeManyLeft,
  describeMatching,
  describePreview,
  describeRefusal,
  describeSync,
  number,
} from './describe.ts';
import { EXIT_CODES, invalidFile, PushFailure, wrongUsage } from './failure.ts';
import { readMapping, writeMapping } from './mapping-file.ts';
import type { PushOptions } from './options.ts';
import type { Progress } from './progress.ts';
import { openRosterFile, type RosterFile } from './roster-file.ts';

/** What is printed, as the API has it and in words, and the exit code. */
interface PushResult {
  data: unknown;
  lines: string[];
  code: number;
}

/** Sends a roster file, or previews it. Nothing is sent before the whole file has been read once without a mistake. */
export async function pushFile(
  options: PushOptions,
  progress: Progress,
  env: Environment,
): Promise<PushResult> {
  const client = new TransitClient({
    ...readAccess(options.url, env),
    retries: options.retries,
    onRetry: ({ error, delayMs }) =>
      progress.say(`${reasonOf(error)} Trying again in ${Math.ceil(delayMs / 1000)} s.`),
  });
  const file = await openRosterFile(options.file, readMapping(options.mapping));
  checkColumns(file, options.mapping, progress);
  await readThrough(file, progress);
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

/**
 * Finds an empty, broken or unreadable file before the server hears of it. A roster that breaks off would be an attempt
 * there, and its admins would be told that the connection was lost.
 */
async function readThrough(file: RosterFile, progress: Progress): Promise<void> {
  for await (const _ of reading(file, progress, 'read')());
}

/** Shows what the columns were taken for. Stops if that is not clear. */
function checkColumns(
  { path, matching }: RosterFile,
  mappingPath: string | undefined,
  progress: Progress,
): void {
  if (!matching) {
    if (mappingPath !== undefined)
      throw wrongUsage('--mapping is for CSV and XLSX files. JSON has the field names of the API.');
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
function reading(file: RosterFile, progress: Progress, what: 'read' | 'sent') {
  return () => {
    let bytes = 0;
    return file.entries((more) => {
      bytes += more;
      progress.show(bytes / file.bytes, `${number(file.count())} people ${what}`);
    });
  };
}

async function preview(
  client: TransitClient,
  file: RosterFile,
  options: PushOptions,
  progress: Progress,
): Promise<PushResult> {
  const { integration, onInvalid } = options;
  const data = await client.previewRoster(integration, reading(file, progress, 'sent'), {
    ...(onInvalid && { onInvalid }),
  });
  return { data, lines: describePreview(data, file), code: data.wouldBeHeld ? EXIT_CODES.held : 0 };
}

async function submit(
  client: TransitClient,
  file: RosterFile,
  options: PushOptions,
  progress: Progress,
): Promise<PushResult> {
  const { integration, onInvalid, wait, syncId = newSyncId() } = options;
  const ifVersion = await versionAfter(client, { ...options, syncId });
  const { resubmitted } = await client.submitRoster(integration, reading(file, progress, 'sent'), {
    syncId,
    ...(onInvalid && { onInvalid }),
    ...(ifVersion !== undefined && { ifVersion }),
  });
  progress.say(`Accepted ${number(file.count())} people as sync ${syncId}.`);
  if (resubmitted === 'same-body') progress.say('The server knew this sync already. Nothing runs twice.');
  const params = { id: integration, syncId };
  const sync = wait
    ? await waitFor(client, params, progress)
    : await client.get('/hr-integrations/{id}/syncs/{syncId}', { params });
  progress.say(...describeManyLeft(sync));
  return { data: sync, lines: describeSync(sync, file), code: wait ? exitCodeOf(sync) : 0 };
}

/** The version that the roster follows. A roster that was accepted already is sent again as ever. */
async function versionAfter(
  client: TransitClient,
  { integration: id, ifPrevious, syncId }: PushOptions,
): Promise<string | undefined> {
  if (ifPrevious === undefined) return undefined;
  const { version, integration } = await client.readVersion(id);
  const { lastSyncId } = integration;
  if (lastSyncId === ifPrevious || lastSyncId === syncId) return version;
  throw new PushFailure('outdated', [
    lastSyncId === null
      ? 'The server has accepted no roster of this integration yet. This one was not sent.'
      : `The latest roster that the server accepted is ${lastSyncId}, not ${ifPrevious}. This one was not sent.`,
  ]);
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
  if (error instanceof SyncIdReused)
    return new PushFailure('failed', [
      `The server has another roster under the sync id ${error.syncId}. This one is ignored; send it with another --sync-id.`,
    ]);
  if (!(error instanceof TransitProblem)) return error;
  // Of the service itself: a proxy's answer says nothing about the file.
  if ([400, 413, 422].includes(error.status) && error.code !== 'unknown')
    return new PushFailure('invalid', describeRefusal(error, file));
  if (error.code === 'roster-outdated') return new PushFailure('outdated', [reasonOf(error)]);
  const isAway = [408, 429, 502, 503, 504].includes(error.status);
  return new PushFailure(isAway ? 'unreachable' : 'failed', [reasonOf(error)]);
}

function reasonOf(error: TransitProblem | TransitUnreachable): string {
  if (error instanceof TransitUnreachable)
    return /[.?!]$/.test(error.message) ? error.message : `${error.message}.`;
  return `The server answered ${error.status} ${error.code}: ${error.detail}`;
}
