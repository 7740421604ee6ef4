import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import { type Acquired, acquire } from './acquire.ts';
import { stopPostmaster } from './postmaster.ts';
import type { Session } from './session.ts';
import type { Installation } from './start.ts';

/** A killed serve's connection lives until the server has noticed, normally a few milliseconds. */
const LONGEST_CLAIM_MS = 2_000;

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
  const deadline = Date.now() + LONGEST_CLAIM_MS;
  while (!(await session.claimServing())) {
    if (Date.now() > deadline)
      throw new AppError(
        'data-folder-in-use',
        `Another transit serve is already running on ${dataDir}. Stop it first, or choose another folder with DATA_DIR.`,
      );
    await sleep(25);
  }
}

/** Whoever leaves last stops the server. */
export async function endUse(
  { folder }: Installation,
  session: Session,
  onTrouble: OnTrouble,
): Promise<void> {
  try {
    // With the connection lost there is nothing to give back, and nobody to ask who is left.
    const isLast = await session.releaseAsLast().catch(() => false);
    if (isLast && !(await stopPostmaster(folder.cluster)))
      onTrouble('The embedded database has not stopped in time. It is left to stop by itself.');
  } finally {
    await session.end();
  }
}
