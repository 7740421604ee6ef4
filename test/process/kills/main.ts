import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { KIND_NAMES, WHO } from './names.ts';

const HELP = `Usage: npm run -s test:kills -- [options]

Starts the service, gives it work of many kinds, and kills a node, the database or both with -9 at a random moment. Then it starts
them again, waits until the work is at its end, and checks that nothing is lost, done twice or half done. Half of the rounds are on
an embedded database, half on a PostgreSQL server with two nodes. In the end it prints a table in Markdown.

  --rounds N       how many kills (default 1000)
  --seed N         the seed of the moments (default: another one each time; it is printed)
  --first N        the number of the first round, to repeat a round that has failed
  --only KIND      only this kind of work: ${KIND_NAMES.join(', ')}
  --who WHO        only these kills: ${WHO.join(', ')}
  --where WHERE    only there: embedded, server
  --database URL   on this server; only the node is killed
  --help           this text
`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    first: { type: 'string', default: '1' },
    only: { type: 'string' },
    who: { type: 'string' },
    where: { type: 'string' },
    database: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}
const { rounds, seed, first, only, who, where, database } = values;
for (const number of [rounds, seed, first])
  if (!/^\d+$/.test(number)) refuse(`${number} is not a whole number.`);
if (only && !KIND_NAMES.some((name) => name === only)) refuse(`${only} is no kind of work; see --help.`);
if (who && !WHO.some((each) => each === who)) refuse(`${who} is none of ${WHO.join(', ')}.`);
if (where && !['embedded', 'server'].includes(where)) refuse(`${where} is neither embedded nor server.`);

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

process.stdout.write(`seed ${seed}\n`);
const running = spawn(
  process.execPath,
  ['test/run.ts', '--no-time-limit', 'test/process/kills/kills.test.ts'],
  {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      ...{ KILLS_ROUNDS: rounds, KILLS_SEED: seed, KILLS_FIRST: first },
      ...(only && { KILLS_ONLY: only }),
      ...(who && { KILLS_WHO: who }),
      ...(where && { KILLS_WHERE: where }),
      ...(database && { KILLS_WHERE: 'given', TEST_DATABASE_URL: database }),
    },
    stdio: 'inherit',
  },
);
const [code] = await once(running, 'exit');
process.exitCode = code ?? 1;
