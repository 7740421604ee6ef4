import assert from 'node:assert/strict';
import { it } from 'node:test';
import { logOptions } from './log.ts';

it('an error of the database is logged without its values, and names the server of a cluster that is down', () => {
  const options = logOptions('info');
  assert.ok(options);
  const describe = (message: string): { type: string; server?: string | undefined } =>
    options.serializers.err(Object.assign(new Error(message), { name: 'PostgresError', code: '08006' }));
  const down =
    'connection to the remote node postgres@worker-2.example.com:5432 failed with the following error: x@y:1';
  assert.equal(describe(down).server, 'worker-2.example.com:5432');
  const refused = describe('invalid value: connection to the remote node anna@example.com:1 failed');
  assert.equal(refused.server, undefined);
  assert.doesNotMatch(JSON.stringify(refused), /anna/);
});
