import { benchDatabase } from '../database.ts';
import { inTurn, time } from '../measure.ts';
import { progress } from '../progress.ts';
import { atMost, type Group, milliseconds, type Row } from '../row.ts';
import { parseAndCopy, prepare } from './baselines.ts';
import { createClient, startService } from './client.ts';
import { makeRoster, SOME_MARRIED } from './roster.ts';

const ROUNDS = 5;
/** Divides the size of the large company: 100,000 people by default. */
const SHARE = 10;

const UNCHANGED = 'roster, nothing changed';
const CHANGED = 'roster, 1 % changed';

/** Measures from the first byte of the POST to the end of the run. The service runs in a child process. */
export const rosters: Group = {
  names: [UNCHANGED, CHANGED],
  run: async (people, isWanted) => {
    const measured = await measure(Math.round(people / SHARE), isWanted);
    return measured.filter(({ name }) => isWanted(name));
  },
};

async function measure(size: number, isWanted: (name: string) => boolean): Promise<Row[]> {
  const database = await benchDatabase();
  const service = await startService();
  const roster = makeRoster(size);
  const married = makeRoster(size, SOME_MARRIED);
  const rows: Row[] = [];

  const client = await createClient();
  await client.sync(service, roster);
  const prepared = prepare(roster, client);
  const least = () => parseAndCopy(database, prepared);
  if (isWanted(UNCHANGED)) {
    progress(`rosters: ${size} unchanged`);
    const same = await inTurn(ROUNDS, least, () => time(() => client.sync(service, roster)));
    rows.push({
      name: UNCHANGED,
      ...atMost(0.5, same.subject / same.baseline),
      measured: milliseconds(same.subject),
      baseline: `JSON.parse and COPY ${milliseconds(same.baseline)}`,
    });
  }
  if (isWanted(CHANGED)) {
    progress(`rosters: 1 % of ${size} changed`);
    let isMarried = false;
    const changed = await inTurn(ROUNDS, least, () => {
      isMarried = !isMarried;
      return time(() => client.sync(service, isMarried ? married : roster));
    });
    rows.push({
      name: CHANGED,
      ...atMost(2.5, changed.subject / changed.baseline),
      measured: milliseconds(changed.subject),
      baseline: `JSON.parse and COPY ${milliseconds(changed.baseline)}`,
    });
  }
  return rows;
}
