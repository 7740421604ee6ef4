import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RosterPreview } from '../../../web/src/api/routes.ts';
import { lineOfEntry, syncIdOfFile } from '../../../web/src/domain/run-name.ts';
import { leaversOf } from '../../../web/src/pages/send-roster/leavers.ts';

describe('the id of a sync that was sent as a file', () => {
  const linesOf = (lines: number[]) => {
    const lineOf = lineOfEntry(syncIdOfFile(lines, 'f'.repeat(32)));
    return lineOf && lines.map((_, position) => lineOf(position));
  };

  it('names the lines of its entries, also behind lines that are empty or were left out', () => {
    for (const lines of [[2], [2, 3, 4], [5, 6, 8, 9, 12], [2, 4, 6, 8]])
      assert.deepEqual(linesOf(lines), lines);
  });

  it('names no lines if the file has none, too many gaps, or another order', () => {
    for (const lines of [[], [2, 40], [3, 2], [2, 2]]) assert.equal(linesOf(lines), undefined, String(lines));
    assert.equal(lineOfEntry('nightly-2026-11-01'), undefined);
  });

  it('fits into the length that the service accepts', () => {
    const lines = Array.from({ length: 16 }, (_, index) => 999_960 + 2 * index);
    assert.ok(syncIdOfFile(lines, 'f'.repeat(32)).length <= 200);
    assert.deepEqual(linesOf(lines), lines);
  });
});

describe('the preview of a roster', () => {
  it('counts the changes of those who stay, although the service names only the first of many leavers', () => {
    const changes = Array.from({ length: 1000 }, () => ({ outcome: 'held', reason: 'waits-for-approval' }));
    const preview = {
      counts: { added: 7, updated: 3, conflict: 1, held: 2000, unchanged: 2989 },
      problems: [{ code: 'large-offboarding', count: 2000, outOf: 4993 }],
      changes,
    } as unknown as RosterPreview;
    const { count, otherChanges } = leaversOf(preview);
    assert.deepEqual({ count, otherChanges }, { count: 2000, otherChanges: 11 });
  });
});
