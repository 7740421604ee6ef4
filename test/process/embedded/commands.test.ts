import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Credentials,
  get,
  isDatabaseRunning,
  makePreparedPlace,
  type Place,
  run,
  runJson,
  type Service,
  serve,
} from '../support/program.ts';

// Commands as processes. test/database/cli tests what each command does.

let place: Place;
let service: Service;

before(async () => {
  place = await makePreparedPlace({ RATE_LIMIT_PER_MINUTE: '0' });
  service = await serve(place, {}, '--no-demo');
});

describe('while the service runs', () => {
  it('commands use its database, and what they change works over HTTP at once', async () => {
    const { id } = await runJson<{ id: number }>(place, 'companies', 'create', '--name', 'Erste GmbH');
    const create = ['keys', 'create', '--company', String(id), '--permissions', 'view-employees'];
    const key = await runJson<Credentials>(place, ...create);
    assert.equal((await get(`${place.url}/employees`, key)).status, 200);
    assert.equal(isDatabaseRunning(place), true);
  });

  it('the exit code and standard error tell a mistake', async () => {
    for (const [args, message] of [
      [['frobnicate'], /^transit: unknown command 'frobnicate'[^\n]* \(see --help\)\n$/],
      [['companies', 'set', '9999', '--name', 'X'], /^transit: There is no company 9999[^\n]*\n$/],
    ] as const) {
      const { code, stdout, stderr } = await run(place, args);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, message);
    }
  });
});

describe('while no service runs', () => {
  before(() => service.stop());
  after(() => assert.equal(isDatabaseRunning(place), false));

  for (const args of [['migrate'], ['companies', 'create', '--name', 'Dritte KG']])
    it(`${args.join(' ')} works, and stops the database afterwards`, async () => {
      await runJson(place, ...args);
      assert.equal(isDatabaseRunning(place), false);
    });
});
