import { setTimeout as sleep } from 'node:timers/promises';
import { benchDatabase } from '../database.ts';
import { median, time } from '../measure.ts';
import { progress } from '../progress.ts';
import { atMost, type Group, milliseconds } from '../row.ts';
import { createClient, startService } from './client.ts';
import { makeRoster, SOME_MARRIED } from './roster.ts';

const NAME = 'roster, 204 for 100 entries';
const ENTRIES = 100;
const ROUNDS = 100;
/** By then the previous roster is deleted and the queue has completed its job. */
const QUIET_MS = 30;

/** Measures how long a client waits for its 204 on an idle service, against the minimal durable write. */
export const rosterAnswer: Group = {
  names: [NAME],
  run: async () => {
    progress(NAME);
    const { sql } = await benchDatabase();
    await sql`create table if not exists plain_rows (id bigint generated always as identity primary key,
      body text not null)`;
    const service = await startService();
    const client = await createClient();
    // Alternates two rosters, because a roster equal to the last one is not read.
    const rosters = [makeRoster(ENTRIES), makeRoster(ENTRIES, SOME_MARRIED)] as const;
    const text = rosters[0].head.toString('utf8');
    for (const roster of rosters) await client.sync(service, roster);
    const inserts: number[] = [];
    const answers: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await client.untilUploadsDeleted();
      await sleep(QUIET_MS);
      inserts.push(await time(() => sql`insert into plain_rows (body) values (${text})`));
      await sleep(QUIET_MS);
      let syncId = '';
      answers.push(
        await time(async () => {
          syncId = await client.send(service, rosters[round % 2 === 0 ? 0 : 1]);
        }),
      );
      await client.applied(syncId);
    }
    const [insert, answer] = [median(inserts), median(answers)];
    return [
      {
        name: NAME,
        ...atMost(5, answer / insert),
        measured: milliseconds(answer),
        baseline: `one INSERT and COMMIT ${milliseconds(insert)}`,
      },
    ];
  },
};
