import { inspect, parseArgs } from 'node:util';
import { cleanUp, endGroup } from './clean-up.ts';
import { issue } from './issue.ts';
import { lists } from './lists/lists.ts';
import { longLife } from './long-life.ts';
import { payrollFiles } from './payroll-files.ts';
import { pointRead } from './point-read/point-read.ts';
import { portalSearch } from './portal-search.ts';
import { progress } from './progress.ts';
import { pulls } from './pull/pull.ts';
import { oldRecords } from './retention.ts';
import { rosterAnswer } from './roster/answer.ts';
import { earlierRosters } from './roster/earlier.ts';
import { firstLoads } from './roster/first-load.ts';
import { largeRoster } from './roster/large.ts';
import { night } from './roster/night.ts';
import { rosters } from './roster/rosters.ts';
import { formatTable, type Group, type Row } from './row.ts';
import { startUp } from './start-up.ts';
import { webhooks } from './webhooks/webhooks.ts';

const GROUPS: readonly Group[] = [
  startUp,
  // Before the others, because the server does maintenance after them.
  rosterAnswer,
  pointRead,
  lists,
  portalSearch,
  webhooks,
  firstLoads,
  rosters,
  night,
  largeRoster,
  earlierRosters,
  pulls,
  longLife,
  payrollFiles,
  oldRecords,
  issue,
];

const HELP = `Usage: npm run -s bench -- [options]

Measures the service against baselines of the same run and prints one line for each ratio.
docs/benchmarks.md says what the lines mean.

  --only TEXT   only lines whose name contains the text (may be given several times)
  --people N    size of the large company for lists, rosters and the issue (default 1000000)
  --json        one JSON value on standard output instead of the table
  --help        this text

Lines:
${GROUPS.flatMap(({ names }) => names.map((name) => `  ${name}`)).join('\n')}
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    people: { type: 'string', default: '1000000' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    interruption.abort();
    void cleanUp().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  });

if (values.help) process.stdout.write(HELP);
else await bench(Number(values.people), values);

async function bench(
  people: number,
  { only, json }: { only: readonly string[]; json: boolean },
): Promise<void> {
  if (!(Number.isInteger(people) && people >= 1_000))
    throw new Error('--people takes a whole number from 1000');
  const isWanted = (name: string) => only.some((text) => name.toLowerCase().includes(text.toLowerCase()));
  const groups = GROUPS.filter(({ names }) => names.some(isWanted));
  if (groups.length === 0) throw new Error('no line has such a name: see --help');
  const rows: Row[] = [];
  try {
    for (const group of groups) {
      const measured = await measure(() => group.run(people, isWanted));
      if (interruption.signal.aborted) break;
      if (measured.length > 0) progress(formatTable(measured));
      rows.push(...measured);
      await endGroup();
    }
  } finally {
    await cleanUp();
  }
  process.stdout.write(`${json ? JSON.stringify({ people, rows }) : formatTable(rows)}\n`);
}

/** The lines of a group that fails are missing, and the run goes on: the others have taken most of an hour. */
async function measure(run: () => Promise<Row[]>): Promise<Row[]> {
  try {
    return await run();
  } catch (error) {
    // An interrupted benchmark fails because its database is gone.
    if (!interruption.signal.aborted) process.stderr.write(`${inspect(error)}\n`);
    process.exitCode = 1;
    return [];
  }
}
