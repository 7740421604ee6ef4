import { benchDatabase } from '../database.ts';
import { inTurn, time } from '../measure.ts';
import { progress } from '../progress.ts';
import { atMost, type Group, milliseconds, type Row } from '../row.ts';
import { parseCopyAndInsert, prepare, provisionByScim, upsertRowByRow } from './baselines.ts';
import { createClient, type Service, startService } from './client.ts';
import { type BenchRoster, makeRoster } from './roster.ts';

const ROUNDS = 3;
/** Divides the size of the large company: 100,000 people by default. */
const SHARE = 10;
/** A sample is enough to know the time of one request. */
const SCIM_SAMPLE = 3_000;

const PLAIN = 'roster, first load';
const ENROLLED = 'roster, first load with auto-enrol';
const ROW_BY_ROW = 'roster, first load, against row by row';
const SCIM = 'roster, first load, against SCIM';

/** Measures the roster of a company without people, from the first byte of the POST to the end of the run. */
export const firstLoads: Group = {
  names: [PLAIN, ENROLLED, ROW_BY_ROW, SCIM],
  run: async (people, isWanted) => {
    const service = await startService();
    const roster = makeRoster(Math.round(people / SHARE));
    const rows: Row[] = [];
    if ([PLAIN, ROW_BY_ROW, SCIM].some(isWanted)) {
      const plain = await compare(service, roster, PLAIN, { autoEnrol: false });
      if (isWanted(PLAIN)) rows.push(plain.row);
      if (isWanted(ROW_BY_ROW)) rows.push(await againstRowByRow(roster, plain.milliseconds));
      if (isWanted(SCIM)) rows.push(await againstScim(roster, plain.milliseconds));
    }
    if (isWanted(ENROLLED)) rows.push((await compare(service, roster, ENROLLED, { autoEnrol: true })).row);
    return rows;
  },
};

async function compare(
  service: Service,
  roster: BenchRoster,
  name: string,
  options: { autoEnrol: boolean },
): Promise<{ row: Row; milliseconds: number }> {
  progress(name);
  const database = await benchDatabase();
  const { baseline, subject } = await inTurn(
    ROUNDS,
    async () => {
      const plain = await createClient(options);
      return await parseCopyAndInsert(database, prepare(roster, plain), plain, options);
    },
    async () => {
      const client = await createClient(options);
      return await time(() => client.sync(service, roster));
    },
  );
  const row = {
    name,
    ...atMost(1.3, subject / baseline),
    measured: milliseconds(subject),
    baseline: `JSON.parse, COPY and INSERT … SELECT ${milliseconds(baseline)}`,
  };
  return { row, milliseconds: subject };
}

async function againstRowByRow(roster: BenchRoster, subject: number): Promise<Row> {
  progress(ROW_BY_ROW);
  const rowByRow = await upsertRowByRow(await benchDatabase(), roster.people);
  return {
    name: ROW_BY_ROW,
    ...atMost(1, subject / rowByRow),
    measured: milliseconds(subject),
    baseline: `an upsert for each ${milliseconds(rowByRow)}`,
  };
}

async function againstScim({ people }: BenchRoster, subject: number): Promise<Row> {
  progress(SCIM);
  const sample = people.slice(0, SCIM_SAMPLE);
  const scim = ((await provisionByScim(sample)) / sample.length) * people.length;
  return {
    name: SCIM,
    ...atMost(1, subject / scim),
    measured: milliseconds(subject),
    baseline: `a request for each ${milliseconds(scim)}, from ${sample.length}`,
  };
}
