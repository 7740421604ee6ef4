import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, errorText } from '../../errors.ts';
import { GrowingIntervals } from '../../growing-intervals.ts';
import { type Acquired, acquire } from './acquire.ts';
import { stopPostmaster } from './postmaster.ts';
import type { Session } from './session.ts';
import type { Installation } from './start.ts';

/** The connection of a killed serve lives until the server notices, normally a few milliseconds. */
const MAX_CLAIM_MS = 2_000;

export type Purpose = 'serve' | 'command';
export type OnTrouble = (message: string) => void;

export async function beginUse(
  installation: Installation,
  purpose: Purpose,
  onTrouble: OnTrouble,
  signal: AbortSignal,
): Promise<Acquired> {
  const acquired = await acquire(installation, signal);
  if (purpose === 'command') return acquired;
  try {
    await claimServing(acquired.session, installation.folder.name);
  } catch (error) {
    await endUse(installation, acquired.session, onTrouble);
    throw error;
  }
  return acquired;
}

async function claimServing(session: Session, dataDir: string): Promise<void> {
  const deadline = Date.now() + MAX_CLAIM_MS;
  while (!(await session.claimServing())) {
    if (Date.now() > deadline)
      throw new AppError(
        'data-folder-in-use',
        `Another transit serve is already running on ${dataDir}. Stop it first, or choose another folder with DATA_DIR.`,
      );
    await sleep(25);
  }
}

/** The last process that uses the server stops it. */
export async function endUse(
  { folder }: Installation,
  session: Session,
  onTrouble: OnTrouble,
): Promise<void> {
  try {
    // A lost connection has released its locks, so it is unknown which other processes use the server.
    const isLast = await session.releaseAsLast().catch(() => false);
    if (isLast && !(await stopPostmaster(folder)))
      onTrouble('The embedded database has not stopped in time. It goes on stopping by itself.');
  } finally {
    await session.end();
  }
}

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;

/** Restarts the server whenever it dies, until `signal`. Resolves to the session that is open then. */
export async function keepUp(
  installation: Installation,
  first: Session,
  onTrouble: OnTrouble,
  signal: AbortSignal,
): Promise<Session> {
  const aborted = once(signal, 'abort');
  let session = first;
  for (;;) {
    await Promise.race([session.ended, aborted]);
    if (signal.aborted) return session;
    onTrouble('The connection to the embedded database was lost. Starting the database again.');
    await session.end();
    const next = await regain(installation, onTrouble, signal);
    if (!next) return session;
    session = next;
    onTrouble('The embedded database is back.');
  }
}

async function regain(installation: Installation, onTrouble: OnTrouble, signal: AbortSignal) {
  let repeats: GrowingIntervals | undefined;
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return (await beginUse(installation, 'serve', onTrouble, signal)).session;
    } catch (error) {
      if (signal.aborted) break;
      const now = performance.now();
      if (!repeats || repeats.isDue(now))
        onTrouble(`The embedded database is not back yet: ${errorText(error)}`);
      repeats ??= new GrowingIntervals(now);
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}
