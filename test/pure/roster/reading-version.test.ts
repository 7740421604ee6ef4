import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { OnInvalid } from '../../../src/company/integrations/integration-types.ts';
import { rosterLimits } from '../../../src/platform/config/roster-limits.ts';
import { AppError } from '../../../src/platform/errors.ts';
import { EntryLines, hrIdsIn } from '../../../src/rosters/receive/entry-lines.ts';
import { READING_VERSION } from '../../../src/rosters/receive/reading-version.ts';
import { RosterReader } from '../../../src/rosters/receive/roster-reader.ts';
import { entriesIn } from '../support/entries-in.ts';
import { READING_CASES } from './reading-cases.ts';

const LIMITS = rosterLimits({});
const TODAY = '2026-11-15';
const SNAPSHOT = new URL('reading-version.snapshot.jsonl', import.meta.url);
const COMMAND = 'UPDATE_SNAPSHOT=1 npm test -- test/pure/roster/reading-version.test.ts';

type Result = Readonly<Record<string, unknown>>;

/** Reads a body in pieces of so many bytes. The texts of error messages are no part of the result. */
function read(body: Buffer, pieceBytes: number, lines?: EntryLines, onInvalid: OnInvalid = 'reject'): Result {
  const reader = new RosterReader(LIMITS, { today: TODAY, onInvalid });
  const small = new EntryLines();
  try {
    for (let at = 0; at < body.length; at += pieceBytes)
      reader.push(body.subarray(at, at + pieceBytes), lines ?? small);
    const roster = reader.end();
    reader.confirmRepetitions(hrIdsIn(small.text()));
    reader.refuseIfWrong();
    return { ...roster, entries: entriesIn(small.text()) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { errors = [], errorCount } = error.details;
    return {
      refused: error.code,
      ...(errorCount && {
        errorCount,
        errors: errors.map(({ pointer, code, hrId }) =>
          [pointer, code, ...(hrId === undefined ? [] : [hrId])].join(' '),
        ),
      }),
    };
  }
}

function linesOf({ entries }: Result): string {
  const lines = new EntryLines({ companyId: 1, uploadId: 1 });
  for (const entry of Array.isArray(entries) ? entries : []) lines.append(entry);
  return lines.written().toString('utf8');
}

/** By name. Rosters that only `onInvalid=keep` accepts have a second result. */
const results = new Map(
  READING_CASES.flatMap(({ name, body }): [string, Result][] => {
    const [rejected, kept] = [read(body, body.length), read(body, body.length, undefined, 'keep')];
    const isSame = 'refused' in rejected === 'refused' in kept;
    return isSame
      ? [[name, rejected]]
      : [
          [name, rejected],
          [`${name}, kept`, kept],
        ];
  }),
);

describe('a roster in the corpus', () => {
  it('has a name of its own', () => {
    assert.equal(new Set(READING_CASES.map(({ name }) => name)).size, READING_CASES.length);
  });

  it('gives the same result however it is cut into pieces', () => {
    for (const { name, body } of READING_CASES)
      for (const piece of [1, 100]) {
        assert.deepEqual(read(body, piece), results.get(name), name);
        const kept = results.get(`${name}, kept`);
        if (kept) assert.deepEqual(read(body, piece, undefined, 'keep'), kept, name);
      }
  });

  it('gives the same result whether or not its entries are plain', () => {
    for (const { name, body, notPlain } of READING_CASES)
      if (notPlain) assert.deepEqual(read(notPlain, body.length), results.get(name), name);
  });

  it('gives the same lines for COPY as its entries do', () => {
    for (const { name, body } of READING_CASES) {
      const lines = new EntryLines({ companyId: 1, uploadId: 1 });
      const kept = results.get(`${name}, kept`);
      const result = read(body, body.length, lines, kept ? 'keep' : 'reject');
      const expected = kept ?? results.get(name) ?? {};
      // The repetition of an hrId is confirmed in the database.
      if ('refused' in expected || 'refused' in result) continue;
      assert.deepEqual({ ...result, entries: expected['entries'] }, expected, name);
      assert.equal(lines.written().toString('utf8'), linesOf(expected), name);
    }
  });
});

describe('the snapshot of reading results', () => {
  const [head, ...stored] = readSnapshot();
  const version = head?.[1]['version'];
  const expected = new Map(stored);

  /** The cases that a roster read earlier could show to be read by other rules now. */
  const changed = [...expected].filter(
    ([name, result]) => JSON.stringify(results.get(name)) !== JSON.stringify(result),
  );

  if (process.env['UPDATE_SNAPSHOT'] && (version !== READING_VERSION || changed.length === 0)) {
    const rows = [['snapshot', { version: READING_VERSION }], ...results];
    writeFileSync(SNAPSHOT, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    return;
  }

  it('was written by this version', () => {
    assert.equal(
      version,
      READING_VERSION,
      `READING_VERSION is ${READING_VERSION}. The snapshot was written by version ${version}. Write it anew: ${COMMAND}`,
    );
  });

  it('has the results of this version', () => {
    for (const [name, result] of changed)
      assert.deepEqual(
        results.get(name),
        result,
        `Reading "${name}" gives another result than version ${version} gave. If that is intended, raise READING_VERSION in ` +
          `src/rosters/receive/reading-version.ts, then write the snapshot anew: ${COMMAND}`,
      );
  });

  it('has all cases', () => {
    const missing = [...results.keys()].filter((name) => !expected.has(name));
    assert.deepEqual(missing, [], `Add the new cases to the snapshot: ${COMMAND}`);
  });
});

function readSnapshot(): [string, Result][] {
  return readFileSync(SNAPSHOT, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
