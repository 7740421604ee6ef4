import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { renderPdf } from './pdf.ts';

/** The text of a page: the hexadecimal strings of its show-text operators, kerning left out. */
function textOf(pdf: Buffer): string {
  const start = pdf.indexOf('stream\n') + 'stream\n'.length;
  const page = inflateSync(pdf.subarray(start, pdf.indexOf('endstream', start))).toString('latin1');
  return [...page.matchAll(/<([0-9a-f]+)>/g)]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('');
}

const LETTER = {
  title: 'Bestätigung',
  createdAt: new Date('2026-03-10T08:00:00Z'),
  paragraphs: ['Für Łukasz Wiśniewski, Ayşe Yılmaz, Hồng Nhung Nguyễn und Jürgen Groß.'],
};

test('a letter is one page that names everybody, with the letters its font has', async () => {
  const pdf = await renderPdf('Beispiel GmbH', LETTER);
  assert.equal(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length, 1);
  assert.match(textOf(pdf), /10\.03\.2026/);
  assert.match(textOf(pdf), /Lukasz Wisniewski, Ayse Yilmaz, Hong Nhung Nguyen und Jürgen Groß/);
});

test('the same letter gives the same bytes', async () => {
  assert.deepEqual(await renderPdf('Beispiel GmbH', LETTER), await renderPdf('Beispiel GmbH', LETTER));
});
