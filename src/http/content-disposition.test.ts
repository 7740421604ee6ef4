import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { attachment } from './content-disposition.ts';

/** RFC 6266 with the grammar of RFC 5987: nothing but these characters may stand in either part. */
const HEADER =
  /^attachment; filename="([\x20\x21\x23-\x5b\x5d-\x7e]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/;

function parse(header: string): { plain: string; real: string } {
  const match = HEADER.exec(header);
  assert.ok(match, header);
  return { plain: match[1] ?? '', real: decodeURIComponent(match[2] ?? '') };
}

test('every name survives, and no name breaks the header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => assert.equal(parse(attachment(name)).real, name)),
  );
});

for (const [name, plain] of [
  ['receipt.pdf', 'receipt.pdf'],
  ['Beleg für Jörg.pdf', 'Beleg fur Jorg.pdf'],
  ['Straße.pdf', 'Stra_e.pdf'],
  ['a "quoted" \\ name.pdf', 'a _quoted_ _ name.pdf'],
  ['100%25.pdf', '100_25.pdf'],
  ['one\r\nX-Injected: two.pdf', 'one__X-Injected: two.pdf'],
  ["it's (a) *star*.pdf", "it's (a) *star*.pdf"],
  ['＂wide＂.pdf', '_wide_.pdf'],
] as const)
  test(`${JSON.stringify(name)} has a plain name for old clients`, () => {
    assert.deepEqual(parse(attachment(name)), { plain, real: name });
  });

test('an emoji is in the real name only', () => {
  const { plain, real } = parse(attachment('🎫.pdf'));
  assert.equal(real, '🎫.pdf');
  assert.match(plain, /^_+\.pdf$/);
});
