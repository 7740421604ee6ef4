import type { Environment } from '../platform/config/config.ts';
import type { Database } from '../platform/db/types.ts';
import { beginDemo, type Demo } from './begin-demo.ts';
import { playAlone } from './play-alone.ts';
import type { Progress } from './play-story.ts';

/**
 * Creates a company with people in every state, always the same relative to the business date. Each call
 * creates another company. `frozenOn` freezes its clock, so that tests can look at other days.
 */
export async function createDemo(
  database: Pick<Database, 'sql' | 'copies'>,
  environment: Environment,
  {
    frozenOn = null,
    onProgress,
  }: { frozenOn?: string | null; onProgress?: (progress: Progress) => void } = {},
): Promise<Demo> {
  const demo = await beginDemo(database.sql, environment, frozenOn);
  await playAlone(database, demo.company.id, { ...(onProgress && { onProgress }) });
  return demo;
}
