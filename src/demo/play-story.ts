import { setTimeout as sleep } from 'node:timers/promises';
import { updateNotices } from '../accounts/users-sql.ts';
import type { Database } from '../platform/db/types.ts';
import { AppError } from '../platform/errors.ts';
import { readCast } from './cast.ts';
import { playStep } from './play-step.ts';
import { monthOf, writeScript } from './script.ts';
import { beginNextStep, endStory, selectStory } from './stories-sql.ts';
import { createTimeline } from './timeline.ts';

export interface Progress {
  /** The month of the story that is being played, YYYY-MM. */
  month: string;
  percent: number;
}

export interface Playing {
  onProgress?: (progress: Progress) => void;
  /** Stops between two steps. The next call goes on from there. */
  signal?: AbortSignal;
}

/** Plays the story of a demo company from the step that it has reached to its end. False if it was over. */
export async function playStory(
  database: Pick<Database, 'sql' | 'copies'>,
  companyId: number,
  { onProgress = () => {}, signal }: Playing = {},
): Promise<boolean> {
  const { sql } = database;
  const story = await selectStory(sql, companyId);
  if (!story) return false;
  const timeline = createTimeline(story.today, story.now);
  const steps = await writeScript(timeline);
  const stage = { database, companyId, timeline, ...(await readCast(sql, companyId)) };
  let shown = '';
  for (const [number, step] of steps.entries()) {
    if (number < story.step) continue;
    signal?.throwIfAborted();
    const month = monthOf(step, timeline);
    if (month !== shown) onProgress({ month, percent: Math.floor((number / steps.length) * 100) });
    shown = month;
    const nextAt = steps[number + 1]?.at ?? timeline.now;
    await patiently(() =>
      playStep(stage, step.happens, (tx) => beginNextStep(tx, companyId, number, nextAt)),
    );
  }
  await sql.begin(async (tx) => {
    await endStory(tx, companyId);
    await updateNotices(tx, companyId, stage.userId, 'at-once');
  });
  return true;
}

const MAX_ATTEMPTS = 30;

/** Background work may hold the company's lock for a moment. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'sync-in-progress';
      if (!isBusy || attempt === MAX_ATTEMPTS) throw error;
      await sleep(200);
    }
  }
}
