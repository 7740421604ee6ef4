import assert from 'node:assert/strict';

const ANY = '…';

/** Texts that differ from day to day and from run to run. */
const KINDS = [
  /\d{4}-\d\d-\d\dT[\d:.]+Z/,
  /\d{4}-\d\d-\d\d/,
  /\d{4}-\d\d(?!\d)/,
  /\d\d\/\d\d\/\d{4}/,
  /"20\d\d"/,
  /TKT-\d+/,
  /(?<=\/employees\/)\d+/,
];

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Matches the text of a document: `…` is anything, and a date is any date. */
function pattern(text: string): string {
  const anyKind = new RegExp(`${ANY}|${KINDS.map((kind) => kind.source).join('|')}`, 'g');
  let result = '';
  let last = 0;
  for (const found of text.matchAll(anyKind)) {
    result += escaped(text.slice(last, found.index));
    const kind = KINDS.find((known) =>
      new RegExp(`^(?:${known.source.replace(/^\(\?<=.*?\)/, '')})$`).test(found[0]),
    );
    result += found[0] === ANY ? '[\\s\\S]*?' : `(?:${kind?.source})`;
    last = found.index + found[0].length;
  }
  return (result + escaped(text.slice(last))).replaceAll(/\s+/g, '\\s+');
}

/** The documented lines have to be in the output, in this order. */
export function assertText(output: string, documented: string, place: string): void {
  assert.match(output, new RegExp(pattern(documented.trim())), place);
}

/** The documented JSON has to be in the output. A field `…` stands for fields that the document leaves out. */
export function assertJson(output: string, documented: string, place: string): void {
  const expected: unknown = JSON.parse(documented);
  const actual: unknown = JSON.parse(output);
  compare(actual, expected, place, '');
}

function compare(actual: unknown, expected: unknown, place: string, pointer: string): void {
  const at = `${place} ${pointer}`;
  if (typeof expected === 'string') {
    assert.ok(typeof actual === 'string', `${at} is ${JSON.stringify(actual)}`);
    assert.match(actual, new RegExp(`^${pattern(expected)}$`), at);
  } else if (Array.isArray(expected)) {
    assert.ok(Array.isArray(actual) && actual.length === expected.length, `${at}: ${JSON.stringify(actual)}`);
    for (const [index, item] of expected.entries())
      compare(actual[index], item, place, `${pointer}/${index}`);
  } else if (typeof expected === 'object' && expected !== null) {
    assert.ok(typeof actual === 'object' && actual !== null, `${at} is ${JSON.stringify(actual)}`);
    const found = actual as Record<string, unknown>;
    const names = Object.keys(expected).filter((name) => name !== ANY);
    if (names.length === Object.keys(expected).length)
      assert.deepEqual(Object.keys(found).sort(), names.sort(), at);
    for (const [name, value] of Object.entries(expected))
      if (name !== ANY) compare(found[name], value, place, `${pointer}/${name}`);
  } else if (typeof expected === 'number' && /(\/id|Id)$/.test(pointer)) {
    assert.equal(typeof actual, 'number', at);
  } else assert.deepEqual(actual, expected, at);
}
