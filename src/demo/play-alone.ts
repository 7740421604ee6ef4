import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../platform/db/types.ts';
import { type Playing, playStory } from './play-story.ts';
import { selectStory } from './stories-sql.ts';

/** How often a node looks whether the node that plays the story has died. */
const LOOK_EVERY_MS = 1_000;

/**
 * Plays a story to its end, unless another node does. Of several nodes one plays it, and the others wait: if that node dies, one
 * of them continues. Returns whether this node has played the end.
 */
export async function playAlone(
  database: Pick<Database, 'sql' | 'copies'>,
  companyId: number,
  playing: Playing = {},
): Promise<boolean> {
  const { sql } = database;
  // The keys of this kind of lock have 32 bits. Companies that share one play one after the other.
  const key = companyId % 2 ** 31;
  while (await selectStory(sql, companyId)) {
    const reserved = await sql.reserve();
    try {
      // The lock ends with its connection.
      const [lock] = await reserved<{ isOurs: boolean }[]>`
        select pg_try_advisory_lock(hashtext('transit demo story'), ${key}::int) as "isOurs"`;
      if (lock?.isOurs) {
        try {
          return await playStory(database, companyId, playing);
        } finally {
          await reserved`select pg_advisory_unlock(hashtext('transit demo story'), ${key}::int)`;
        }
      }
    } finally {
      reserved.release();
    }
    await sleep(LOOK_EVERY_MS, undefined, playing.signal ? { signal: playing.signal } : {});
  }
  return false;
}
