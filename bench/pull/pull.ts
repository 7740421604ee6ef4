import { SERVICE_FLAGS, startChild, stopChild } from '../child.ts';
import { benchDatabase } from '../database.ts';
import { progress } from '../progress.ts';
import { atMost, type Group, milliseconds, type Row, withoutGoal } from '../row.ts';
import type { Pulled, PullTask } from './puller.ts';
import type { Playing, VendorTask } from './vendor.ts';

const TIME = 'pull of 20,000 people';
const BARE = 'pull of 20,000 people, without waiting';
const MEMORY = 'pull of 20,000 people, memory';
const PEOPLE = 20_000;
const ROUNDS = 3;
/** Personio allows 15 requests a second. */
const ANSWER_MS = 1000 / 15;

/**
 * A pull until its roster is accepted, against a loop that fetches and parses the same pages, from a server that answers as often as the
 * HR system allows, and from one that answers at once. And its memory, against that of a pull of a quarter of the people.
 */
export const pulls: Group = {
  names: [TIME, BARE, MEMORY],
  run: async (_people, isWanted) => (await measure()).filter(({ name }) => isWanted(name)),
};

async function measure(): Promise<Row[]> {
  const few = await pull(PEOPLE / 4, 0);
  const bare = await pull(PEOPLE, 0);
  const { baseline, subject } = await pull(PEOPLE, ANSWER_MS);
  const { bytes } = bare;
  const megabytes = (count: number) => `${Math.round(count / 1024 ** 2)} MB`;
  return [
    {
      name: TIME,
      ...atMost(1.3, subject / baseline),
      measured: milliseconds(subject),
      baseline: `a loop of fetch ${milliseconds(baseline)}`,
    },
    {
      name: BARE,
      ...withoutGoal(bare.subject / bare.baseline),
      measured: milliseconds(bare.subject),
      baseline: `a loop of fetch ${milliseconds(bare.baseline)}`,
    },
    {
      name: MEMORY,
      ...atMost(1.3, bytes / few.bytes),
      measured: megabytes(bytes),
      baseline: `5,000 people ${megabytes(few.bytes)}`,
    },
  ];
}

async function pull(people: number, answerMs: number): Promise<Pulled> {
  progress(`${TIME}: ${people}`);
  const { server } = await benchDatabase();
  const today = new Date().toISOString().slice(0, 10);
  const vendor = await startChild<VendorTask, Playing>(new URL('vendor.ts', import.meta.url), {
    people,
    today,
    answerMs,
  });
  try {
    const task = { ...vendor.answer, target: server.target, people, rounds: ROUNDS };
    const puller = await startChild<PullTask, Pulled>(
      new URL('puller.ts', import.meta.url),
      task,
      SERVICE_FLAGS,
    );
    await stopChild(puller.child);
    return puller.answer;
  } finally {
    await stopChild(vendor.child);
  }
}
