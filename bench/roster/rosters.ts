import { benchDatabase } from '../database.ts';
import { inTurn, time } from '../measure.ts';
import { progress } from '../progress.ts';
import { atMost, type Group, milliseconds, type Row } from '../row.ts';
import { parseAndCopy, parseCopyAndInsert, prepare, provisionByScim, upsertRowByRow } from './baselines.ts';
import { createClient, startService } from './client.ts';
import { makeRoster } from './roster.ts';

const ROUNDS = 5;
/** Of the people in the large company: 100,000 unless told otherwise. */
const SHARE = 10;
/** So many requests are enough to know what one takes. */
const SCIM_SAMPLE = 3_000;

const UNCHANGED = 'roster, nothing changed';
const FIRST_LOAD = 'roster, first load';
const CHANGED = 'roster, 1 % changed';
const ROW_BY_ROW = 'roster, first load, against row by row';
const SCIM = 'roster, first load, against SCIM';

/** From the first byte of the POST until the run is over, in a service of its own process. */
export const rosters: Group = {
  names: [UNCHANGED, FIRST_LOAD, CHANGED, ROW_BY_ROW, SCIM],
  run: async (people, isWanted) => {
    const measured = await measure(Math.round(people / SHARE), isWanted);
    return measured.filter(({ name }) => isWanted(name));
  },
};

async function measure(size: number, isWanted: (name: string) => boolean): Promise<Row[]> {
  const database = await benchDatabase();
  const service = await startService();
  const roster = makeRoster(size);
  const married = makeRoster(size, { someMarried: true });
  const rows: Row[] = [];

  progress(`rosters: first load of ${size}`);
  const first = await inTurn(
    3,
    async () => {
      const plain = await createClient();
      return await parseCopyAndInsert(database, prepare(roster, plain), plain);
    },
    async () => {
      const client = await createClient();
      return await time(() => client.sync(service, roster));
    },
  );
  rows.push({
    name: FIRST_LOAD,
    ...atMost(2, first.subject / first.baseline),
    measured: milliseconds(first.subject),
    baseline: `JSON.parse, COPY and INSERT … SELECT ${milliseconds(first.baseline)}`,
  });

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
  if (isWanted(ROW_BY_ROW)) {
    progress('rosters: row by row');
    const rowByRow = await upsertRowByRow(database, roster.people);
    rows.push({
      name: ROW_BY_ROW,
      ...atMost(1, first.subject / rowByRow),
      measured: milliseconds(first.subject),
      baseline: `an upsert for each ${milliseconds(rowByRow)}`,
    });
  }
  if (isWanted(SCIM)) {
    progress('rosters: SCIM');
    const sample = roster.people.slice(0, SCIM_SAMPLE);
    const scim = ((await provisionByScim(sample)) / sample.length) * size;
    rows.push({
      name: SCIM,
      ...atMost(1, first.subject / scim),
      measured: milliseconds(first.subject),
      baseline: `a request for each ${milliseconds(scim)}, from ${sample.length}`,
    });
  }
  return rows;
}
