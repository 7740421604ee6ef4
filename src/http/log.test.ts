import assert from 'node:assert/strict';
import { it } from 'node:test';
import { logOptions } from './log.ts';

it('an error of the database is logged without its values', () => {
  const options = logOptions('info');
  assert.ok(options);
  const error = Object.assign(new Error('invalid value: anna@example.com'), {
    ...{ name: 'PostgresError', code: '22P02', detail: 'Key (email)=(anna@example.com)' },
  });
  const described = options.serializers.err(error);
  assert.equal(described.code, '22P02');
  assert.doesNotMatch(JSON.stringify(described), /anna/);
});
