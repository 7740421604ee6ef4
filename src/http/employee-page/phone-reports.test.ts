import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loggable } from './phone-reports.ts';

describe('what a phone reports', () => {
  it('is logged without addresses, serial numbers and tokens', () => {
    const message =
      '[2026-11-02 10:00:00 +0100] Get serial #s task (for device 8f14e45fceea167a5a36dedd, pass type pass.example.transit): ' +
      'anna@example.com https://t.example/w/1 error 401';
    assert.deepEqual(loggable([message]), [
      '[2026-11-02 10:00:00 +0100] Get serial #s task (for device …, pass type …): … … error 401',
    ]);
  });

  it('is one line without marks that change how a log is shown', () => {
    assert.deepEqual(loggable(['a\r\nb\u0000c\u202ed\u2028e\u001b[31m']), ['a  b c d e [31m']);
  });

  it('is five messages of 200 letters at most', () => {
    const messages = loggable(Array.from({ length: 100 }, () => 'ab '.repeat(1_000)));
    assert.deepEqual(
      messages.map(({ length }) => length),
      [200, 200, 200, 200, 200],
    );
  });

  it('shows no beginning of a token that a long message breaks off', () => {
    for (let before = 380; before <= 400; before++) {
      const [shown = ''] = loggable([`${'@'.repeat(before)} token-0123456789abcdef`]);
      assert.ok(!shown.includes('t'), shown);
    }
  });

  it('takes as long for one word as for many', () => {
    // With `\\S*[@/]\\S*` each of these took 50 ms of processor time in four kilobytes.
    for (const letter of ['!', 'a', '.', '@', ' ', '\u00e9'])
      assert.ok((loggable([letter.repeat(1_000_000)])[0] ?? '').length <= 200);
  });
});
