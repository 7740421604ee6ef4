import assert from 'node:assert/strict';
import { it } from 'node:test';
import { vocabulary as germanVocabulary } from '../../../texts/de/vocabulary.ts';
import { documentName } from '../../../texts/document-name.ts';
import { vocabulary as englishVocabulary } from '../../../texts/en/vocabulary.ts';
import { createFormat } from '../../../texts/format.ts';

it('numbers below zero have a minus sign, and differences above it a plus sign', () => {
  const format = createFormat('de', 'Europe/Berlin');
  assert.equal(format.money(-40_235), '\u2212402,35\u00a0€');
  assert.equal(format.moneyChange(40_235), '+402,35\u00a0€');
  assert.equal(format.moneyChange(-1), '\u22120,01\u00a0€');
  assert.equal(format.numberChange(-3), '\u22123');
  assert.equal(format.numberChange(0), '0');
});

it('receipts and contracts are named by their month in words; uploads keep their names', () => {
  const inGerman = (name: string, kind: string) =>
    documentName(name, kind, germanVocabulary.documentTitle, createFormat('de', 'Europe/Berlin').month);
  assert.equal(inGerman('Beleg 2026-11', 'receipt'), 'Beleg November 2026');
  assert.equal(inGerman('Refund 2026-11', 'receipt'), 'Erstattung November 2026');
  assert.equal(inGerman('Vertrag Jobticket 2027-01', 'contract'), 'Vertrag Jobticket Januar 2027');
  assert.equal(inGerman('Scan 2026-11', 'upload'), 'Scan 2026-11');
  const inEnglish = (name: string, kind: string) =>
    documentName(name, kind, englishVocabulary.documentTitle, createFormat('en', 'Europe/Berlin').month);
  assert.equal(inEnglish('Beleg 2026-11', 'receipt'), 'Receipt November 2026');
  assert.equal(inEnglish('Vertrag Jobticket 2027-01', 'contract'), 'Job ticket contract January 2027');
  assert.equal(inEnglish('Beleg 2026-11', 'upload'), 'Beleg 2026-11');
});
