import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toCsv, toCsvLines } from './csv.ts';

describe('CSV', () => {
  it('quotes every cell, so that commas, quotes and lines stay inside', () => {
    assert.deepEqual(
      toCsv(
        ['A', 'B'],
        [
          ['x, "y"', 'a\nb'],
          [1, null],
        ],
      ),
      ['"A","B"', '"x, ""y""","a\nb"', '"1",""'],
    );
  });

  it('writes amounts as the reader of the file reads them, and a negative one is no formula', () => {
    const rows = [[{ cents: 4900 }, { cents: -105 }, -3, 'x;y']];
    assert.deepEqual(toCsvLines(rows), ['"49.00","-1.05","-3","x;y"']);
    assert.deepEqual(toCsvLines(rows, { separator: ';', decimal: ',' }), ['"49,00";"-1,05";"-3";"x;y"']);
  });

  it('gives a spreadsheet no formula to run', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '＝1', '\n'])
      assert.equal(toCsv([], [[text]])[1], `"'${text}"`, JSON.stringify(text));
    for (const [text, harmless] of [
      ['Anna;=1', "Anna;'=1"],
      ['a; "@SUM(A1);-1', 'a;\' ""@SUM(A1);\'-1'],
      ['=1;=2', "'=1;'=2"],
      ['Anna,=1', "Anna,'=1"],
      ['Anna, "+1, b', 'Anna,\' ""+1, b'],
      ['Anna\t@SUM(A1)', "Anna\t'@SUM(A1)"],
      ['Anna\r\n=1', "Anna\r'\n'=1"],
      ['\t=1', "'\t'=1"],
      ['\r=1', "'\r'=1"],
    ])
      assert.equal(toCsv([], [[text ?? '']])[1], `"${harmless}"`, text);
    for (const text of ['a;b', 'Lovelace, Ada', 'a\nb', 'Anna-Lena', "O'Neill", 'a=b', 'x@example.com', ''])
      assert.equal(toCsv([], [[text]])[1], `"${text}"`);
  });

  it('gives no formula to a spreadsheet that splits at another sign than the file does', () => {
    const hostile = [
      'a,=1',
      'a;=1',
      'a\t=1',
      'a\n=1',
      '=1',
      'a", =1',
      'a,"=1"',
      ',=1',
      ';\n,=1',
      'x,\n\t@A1',
    ];
    for (const separator of [',', ';'] as const)
      for (const first of hostile)
        for (const second of hostile) {
          const [line = ''] = toCsvLines([[first, second]], { separator, decimal: '.' });
          for (const reader of [',', ';', '\t'])
            for (const cell of cellsOf(line, reader))
              assert.doesNotMatch(cell, /^[\s"]*[=+\-@]/, JSON.stringify([line, reader]));
        }
  });
});

/** As a spreadsheet reads a file: a quote counts only if a cell begins with it. */
function cellsOf(file: string, separator: string): string[] {
  const cell = new RegExp(`("(?:[^"]|"")*")?[^${separator}\\r\\n]*`, 'g');
  return [...file.matchAll(cell)].map(
    ([text, quoted = '']) => quoted.replaceAll('"', '') + text.slice(quoted.length),
  );
}
