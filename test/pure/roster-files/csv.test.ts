import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CsvReader, OpenQuoteError } from '../../../roster-files/csv.ts';

function read(pieces: readonly string[]) {
  const reader = new CsvReader();
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

function write(rows: readonly (readonly string[])[], separator: string, lineEnd: string): string {
  return rows
    .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(separator))
    .join(lineEnd);
}

describe('CSV', () => {
  it('has the same rows, however it is cut into pieces', () => {
    const value = fc.string({ unit: fc.constantFrom('a', 'ü', '"', ',', ';', '\n', ' ', '\t') });
    const rows = fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.nat(),
        (data, separator, lineEnd, size) => {
          const text = write([['head', 'ings'], ...data], separator, lineEnd);
          const length = 1 + (size % (text.length + 1));
          const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
            text.slice(index * length, (index + 1) * length),
          );
          const expected = data.filter((row) => row.some((cell) => cell.trim() !== ''));
          assert.deepEqual(
            read(pieces).map(({ values }) => values),
            [['head', 'ings'], ...expected],
          );
          assert.deepEqual(read(pieces), read([text]));
        },
      ),
    );
  });

  it('numbers rows by the lines of the file, and as a spreadsheet does, which shows a line break inside of a cell', () => {
    const text = 'a,b\r\n\r\n"one\ntwo",x\r\n,\r\nlast,y\r\n';
    assert.deepEqual(
      read([text]).map(({ line, row, values }) => [line, row, values[0]]),
      [
        [1, 1, 'a'],
        [3, 3, 'one\ntwo'],
        [6, 5, 'last'],
      ],
    );
  });

  it('with a quotation mark that is never closed is refused before it fills the memory', () => {
    const reader = new CsvReader();
    reader.push('a,b\n1,2\n"open,');
    const rest = 'x'.repeat(600_000);
    assert.throws(
      () => {
        reader.push(rest);
        reader.push(rest);
      },
      (error) => error instanceof OpenQuoteError && error.line === 3,
    );
  });
});
