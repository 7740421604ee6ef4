import type { Database, Pool } from '../platform/db/types.ts';
import { beginDemo, type Demo } from './begin-demo.ts';
import { playAlone } from './play-alone.ts';
import type { Progress } from './play-story.ts';
import { renewCredentials } from './renew-credentials.ts';
import { selectCompaniesWithStory } from './stories-sql.ts';

/** Creates the demo company of a new staging database. If several nodes start at once, one creates it. */
export async function beginDemoOnce(sql: Pool, onStart: () => void): Promise<Demo | undefined> {
  const reserved = await sql.reserve();
  try {
    await reserved`select pg_advisory_lock(hashtext('transit demo'))`;
    if (await hasCompanies(sql)) return undefined;
    onStart();
    return await beginDemo(sql, 'staging');
  } finally {
    await reserved`select pg_advisory_unlock(hashtext('transit demo'))`;
    reserved.release();
  }
}

async function hasCompanies(sql: Pool): Promise<boolean> {
  const companies = await sql` select from companies limit 1`;
  return companies.length > 0;
}

interface Listener {
  onProgress: (companyId: number, progress: Progress) => void;
  /** Called by the node that has played the end, with credentials that nobody has seen yet. */
  onDone: (demo: Demo) => void;
  onError: (error: unknown) => void;
}

/** Plays all stories that are not over in the background: that of the demo just begun, and those of nodes that have died. */
export function playStories(
  database: Pick<Database, 'sql' | 'copies'>,
  begun: Demo | undefined,
  { onProgress, onDone, onError }: Listener,
): { stop(): Promise<void> } {
  const { sql } = database;
  const stopping = new AbortController();
  const play = async () => {
    for (const companyId of begun ? [begun.company.id] : await selectCompaniesWithStory(sql)) {
      const isDone = await playAlone(database, companyId, {
        onProgress: (progress) => onProgress(companyId, progress),
        signal: stopping.signal,
      });
      if (isDone) onDone(begun ?? (await renewCredentials(sql, companyId)));
    }
  };
  const played = play().catch((error) => {
    if (!stopping.signal.aborted) onError(error);
  });
  return {
    async stop() {
      stopping.abort();
      await played;
    },
  };
}
