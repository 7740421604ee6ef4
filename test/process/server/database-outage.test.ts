import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../pure/support/until.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { get, makePlace, type Service, serve } from '../support/program.ts';

interface Line {
  level: number;
  msg: string;
  err?: { stack?: string };
  seconds?: number;
}

const linesOf = (service: Service): Line[] =>
  service
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

test('a node logs once that its database does not answer, and once that it answers again; requests and health go on as before', async () => {
  const postgres = await startPostgres();
  const service = await serve(await makePlace(postgres.variables), {}, '--no-demo');
  const isReady = async () => (await get(`${service.url}/health/ready`)).status === 200;
  const said = (message: string) => linesOf(service).filter(({ msg }) => msg === message);
  for (const outage of [1, 2]) {
    const before = linesOf(service).length;
    await postgres.stopAtOnce();
    await until('the outage is logged', async () => {
      await get(`${service.url}/health/ready`);
      return said('the database does not answer').length === outage;
    });
    // Workers look for work every second and fail each time.
    for (let asked = 0; asked < 20; asked++) {
      assert.equal((await get(`${service.url}/health/ready`)).status, 503);
      assert.equal((await get(`${service.url}/health/live`)).status, 200);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    await postgres.start();
    await until('the service is ready', isReady);
    await until('the end is logged', () => said('the database answers again').length === outage);
    const lines = linesOf(service).slice(before);
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['the database does not answer', 'the database answers again'],
    );
    assert.equal(typeof lines[1]?.seconds, 'number');
  }
  await service.stop();
});
