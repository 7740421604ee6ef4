import { SERVICE_FLAGS, startChild, stopChild } from '../child.ts';
import { benchDatabase } from '../database.ts';
import { progress } from '../progress.ts';
import { atMost, type Group, milliseconds, type Row } from '../row.ts';
import type { Pulled, PullTask } from './puller.ts';
import type { Playing, VendorTask } from './vendor.ts';

const TIME = 'pull of 20,000 people';
const MEMORY = 'pull of 20,000 people, memory';
const PEOPLE = 20_000;
const ROUNDS = 5;

/**
 * A pull until its roster is accepted, against a loop that fetches and parses the same pages. And its memory, against that of a pull of a
 * quarter of the people.
 */
export const pulls: Group = {
  names: [TIME, MEMORY],
  run: async (_people, isWanted) => (await measure()).filter(({ name }) => isWanted(name)),
};

async function measure(): Promise<Row[]> {
  const few = await pull(PEOPLE / 4);
  const { baseline, subject, bytes } = await pull(PEOPLE);
  const megabytes = (count: number) => `${Math.round(count / 1024 ** 2)} MB`;
  return [
    {
      name: TIME,
      ...atMost(1.3, subject / baseline),
      measured: milliseconds(subject),
      baseline: `a loop of fetch ${milliseconds(baseline)}`,
    },
    {
      name: MEMORY,
      ...atMost(1.3, bytes / few.bytes),
      measured: megabytes(bytes),
      baseline: `5,000 people ${megabytes(few.bytes)}`,
    },
  ];
}

async function pull(people: number): Promise<Pulled> {
  progress(`${TIME}: ${people}`);
  const { server } = await benchDatabase();
  const today = new Date().toISOString().slice(0, 10);
  const vendor = await startChild<VendorTask, Playing>(new URL('vendor.ts', import.meta.url), {
    people,
    today,
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
