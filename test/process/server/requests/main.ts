import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const HELP = `Usage: npm run -s test:requests -- [options]

Starts the service with a database of its own, and sends it requests that are made from its OpenAPI document and the
schemas of its routes: to the HR API, the portal's API, the employee's page and the web service of wallet passes. Some are
valid. In the others a parameter, a header or a field of the body is wrong, missing, there twice, too long or nested deeply,
the body is truncated, or the ids are those of another company. Credentials are of every kind.

It fails if an answer has a status from 500, does not fit what is documented, or contains a text of the other company, and
if a row of the other company has changed in the end. The same seed makes the same requests.

  --requests N   how many (default 100000; also the variable REQUESTS)
  --seed N       the seed (default: another one each time; it is printed; also the variable SEED)
  --help         this text
`;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: process.env['REQUESTS'] ?? '100000' },
    seed: { type: 'string', default: process.env['SEED'] ?? String(Date.now() % 2 ** 31) },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}
for (const number of [values.requests, values.seed])
  if (!/^\d+$/.test(number)) {
    process.stderr.write(`${number} is not a whole number.\n`);
    process.exit(1);
  }
const root = join(import.meta.dirname, '../../../..');
const tests = ['--no-time-limit', 'test/process/server/generated-requests.test.ts'];
const running = spawn(process.execPath, ['test/run.ts', ...tests], {
  cwd: root,
  env: { ...process.env, REQUESTS: values.requests, SEED: values.seed },
  stdio: 'inherit',
});
const [code] = await once(running, 'exit');
process.exitCode = code ?? 1;
