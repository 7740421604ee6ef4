import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../database/support/test-database.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { freePort } from '../../pure/support/free-port.ts';
import { until } from '../../pure/support/until.ts';
import {
  anotherPort,
  get,
  getJson,
  makePlace,
  printedCredentials,
  run,
  runInProcess,
  runJson,
  serve,
} from '../support/program.ts';

const SECRET_KEY = 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U';

const database = await createTestDatabase({ empty: true });

test('two nodes that start at once on a new database share one demo company', async () => {
  const place = await makePlace({ DATABASE_URL: urlOf(database.server.target), SECRET_KEY });
  const nodes = await Promise.all([serve(place), serve(await anotherPort(place))]);
  await until('the demo is filled', () => nodes.some(({ stdout }) => stdout().includes('curl')));
  const outputs = nodes.map((node) => node.stdout());
  for (const output of outputs) assert.match(output, /Database {2}the server named by DATABASE_URL/);
  const [made, ...others] = outputs.filter((output) => output.includes('password'));
  assert(made);
  assert.deepEqual(others, []);
  assert.equal((await runJson<object[]>(place, 'companies', 'list')).length, 1);

  const key = printedCredentials(made);
  const answers = await Promise.all(
    nodes.map(async ({ url }) => {
      const { data } = await getJson<{ data: { total: number; data: { ticket: Ticket | null }[] } }>(
        `${url}/employees?perPage=100`,
        key,
      );
      return {
        total: data.total,
        tokens: data.data.map(({ ticket }) => ticket?.links.apple.split('/').at(-1)),
      };
    }),
  );
  assert.deepEqual(answers[0], answers[1], 'the same people, and links signed with the same secret');

  const [first, second] = nodes;
  await first?.stop();
  assert.equal((await get(`${second?.url}/health`)).status, 200);
  await second?.stop();
});

interface Ticket {
  links: { apple: string };
}

test('a start says once that no proxy is trusted and that a variable is misspelt, and a plain start says nothing', async () => {
  const own = await createTestDatabase();
  const place = await makePlace({ DATABASE_URL: urlOf(own.server.target), SECRET_KEY });
  const warningsOf = async (variables: Record<string, string>) => {
    const node = await serve(place, variables, '--no-demo');
    await node.stop();
    const lines = node
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    return lines
      .map((line) => JSON.parse(line))
      .flatMap(({ level, msg }) => (level >= 40 ? [String(msg)] : []));
  };
  const [misspelt, proxy, ...others] = await warningsOf({
    BASE_URL: 'https://tickets.example.com',
    RATE_LIMIT_PER_MINUT: '10',
  });
  assert.match(misspelt ?? '', /RATE_LIMIT_PER_MINUT is set, .*RATE_LIMIT_PER_MINUTE\?$/);
  assert.match(proxy ?? '', /TRUST_PROXY is not set.*docs\/guides\/install\.md/);
  assert.deepEqual(others, []);
  assert.deepEqual(await warningsOf({}), []);
});

test('with a server, a start without SECRET_KEY is refused', async () => {
  const place = await makePlace({ DATABASE_URL: urlOf(database.server.target) });
  const { code, stdout, stderr } = await run(place, ['serve']);
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /^transit: SECRET_KEY is required with DATABASE_URL.*openssl rand.*\n$/);
});

const unreachable: [string, (port: number) => string][] = [
  ['nobody listens', (port) => `postgres://transit:geheim@127.0.0.1:${port}/transit`],
  ['there is no socket', () => 'postgres://transit:geheim@localhost/transit?host=/nowhere/at/all'],
  ['the name is unknown', () => 'postgres://transit:geheim@no-such-host.invalid/transit'],
];
// The first one with `serve`. Commands connect in the same way, and run in the process of the test.
for (const [why, address] of unreachable)
  test(`a server that cannot be reached because ${why} is reported at once`, async () => {
    const place = await makePlace({ DATABASE_URL: address(await freePort()), SECRET_KEY });
    const begin = performance.now();
    const { code, stdout, stderr } =
      why === 'nobody listens'
        ? await run(place, ['serve'])
        : await runInProcess(place, ['companies', 'list']);
    assert(performance.now() - begin < 60_000);
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^transit: The database named by DATABASE_URL does not answer.*\n$/);
    assert(!stderr.includes('geheim'), 'the password is not repeated');
  });

test('the refusal of a server for a wrong role or password is printed in one line', async () => {
  const url = new URL(urlOf(database.server.target));
  url.username = 'nobody_like_that';
  url.password = 'geheim';
  const place = await makePlace({ DATABASE_URL: url.href, SECRET_KEY });
  const { code, stdout, stderr } = await runInProcess(place, ['companies', 'list']);
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /^transit: The database says: .*nobody_like_that.*\n$/);
  assert(!stderr.includes('geheim'));
});
