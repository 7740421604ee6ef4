import assert from 'node:assert/strict';
import { it } from 'node:test';
import { explain } from './run-program.ts';

it('a file that may not be opened is named with its folder, in one sentence', () => {
  const error = Object.assign(new Error("EACCES: permission denied, open 'first.backup'"), {
    code: 'EACCES',
    path: 'first.backup',
  });
  assert.match(explain(error), /^transit: \/.*\/first\.backup cannot be opened: the user \S+ may not\.$/);
});

it('a database that does not answer is the one that the command uses', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  });
  assert.match(
    explain(error, { DATABASE_URL: 'postgres://db/transit' }),
    /^transit: The database named by DATABASE_URL does not answer\./,
  );
  assert.match(
    explain(error),
    /^transit: The embedded database has stopped\. Read postgres\.log in DATA_DIR/,
  );
});
