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
