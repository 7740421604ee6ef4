import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorText } from './error-code.ts';
import type { Session } from './session.ts';
import type { Installation } from './start.ts';
import { beginUse, type OnTrouble } from './use.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/** Brings the server back whenever it dies, until `signal`. Resolves to the session that then stands. */
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
    onTrouble('The connection to the embedded database was lost. Bringing it back.');
    await session.end();
    const next = await regain(installation, onTrouble, signal);
    if (!next) return session;
    session = next;
    onTrouble('The embedded database is back.');
  }
}

async function regain(installation: Installation, onTrouble: OnTrouble, signal: AbortSignal) {
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return (await beginUse(installation, 'serve', onTrouble, signal)).session;
    } catch (error) {
      if (signal.aborted) break;
      onTrouble(`The embedded database is not back yet: ${errorText(error)}`);
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}
