import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { INSTALLED_FALLBACKS, isPrintable, REGULAR, splitByFont } from './fonts.ts';

test('every optional font package is installed here', () => {
  assert.equal(INSTALLED_FALLBACKS.length, 8);
});

test('names in the usual scripts can be printed, emoji and hieroglyphs cannot', () => {
  for (const name of [
    ...[
      'Łukasz Nguyễn-Yılmaz',
      'Γιώργος',
      'Дмитрий Їжак',
      '王小明',
      '歐陽',
      '田中 さくら',
      '김민준',
      'محمد علي',
      'יעקב',
    ],
    ...['สมชาย', 'राम शर्मा', 'გიორგი', 'Հայկ', 'Zoe\u0301', 'a\u200db'],
  ])
    assert.ok(isPrintable(name), name);
  for (const name of ['Ann 😀', '\u{13000}', 'ᠮᠣᠩᠭᠣᠯ']) assert.ok(!isPrintable(name), name);
});

test('without the optional packages, only Latin, Greek and Cyrillic names can be printed', () => {
  for (const name of ['Łukasz', 'Γιώργος', 'Дмитрий']) assert.ok(isPrintable(name, [REGULAR]), name);
  for (const name of ['王小明', 'محمد', 'יעקב', 'สมชาย']) assert.ok(!isPrintable(name, [REGULAR]), name);
});

test('an accent is printed by the font of its letter', () => {
  assert.deepEqual(
    splitByFont('Ann שׁ').map(({ text }) => text),
    ['Ann ', 'שׁ'],
  );
});

test('the parts of a text together are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(
        splitByFont(text)
          .map((run) => run.text)
          .join(''),
        text,
      );
    }),
  );
});

test('letters that are known without a look at the font are in the font', () => {
  for (let code = 0x20; code < 0x180; code++) {
    if (code > 0x7e && code < 0xc0) continue;
    const letter = String.fromCodePoint(code);
    // The letter before keeps the fast way from being taken.
    assert.deepEqual(splitByFont(`\u0416${letter}`), [{ text: `\u0416${letter}`, file: REGULAR }], letter);
  }
});
