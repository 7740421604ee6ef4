import { setTimeout as sleep } from 'node:timers/promises';
import { benchDatabase } from '../database.ts';
import { median, time } from '../measure.ts';
import { progress } from '../progress.ts';
import { atMost, type Group, milliseconds } from '../row.ts';
import { createClient, startService } from './client.ts';
import { makeRoster } from './roster.ts';

const NAME = 'roster, 204 for 100 entries';
const ENTRIES = 100;
const ROUNDS = 100;
/** Nothing is left of the roster before by then, and the queue has settled its job. */
const QUIET_MS = 30;

/** How long a client waits for its 204 while nothing else goes on, against the least that can be durable. */
export const rosterAnswer: Group = {
  names: [NAME],
  run: async () => {
    progress(NAME);
    const { sql } = await benchDatabase();
    await sql`create table if not exists plain_rows (id bigint generated always as identity primary key, body text not null)`;
    const service = await startService();
    const client = await createClient();
    // Two in turn: one that equals the last would not be read.
    const rosters = [makeRoster(ENTRIES), makeRoster(ENTRIES, { someMarried: true })] as const;
    const text = rosters[0].head.toString('utf8');
    for (const roster of rosters) await client.sync(service, roster);
    const inserts: number[] = [];
    const answers: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await client.tidiedUp();
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
