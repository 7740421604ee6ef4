import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EncodingDetector } from '../../../roster-files/decode.ts';
import { entryOf, type SlashDates } from '../../../roster-files/values.ts';

const dateOf = (text: string, dates?: SlashDates) => entryOf(['startDate'], [text], dates)['startDate'];

describe('a date', () => {
  for (const [text, day] of [
    ['2026-12-31', '2026-12-31'],
    ['31.12.2026', '2026-12-31'],
    ['1.2.2026', '2026-02-01'],
    ['31.12.2026 00:00:00', '2026-12-31'],
    ['2026-12-31T00:00:00.000Z', '2026-12-31'],
    ['2026/12/31', '2026-12-31'],
    ['20261231', '2026-12-31'],
    ['31.12.26', '31.12.26'],
    ['12/31/2026', '12/31/2026'],
    ['soon', 'soon'],
  ] as const)
    it(`${text} is ${day === text ? 'left as it is' : day}`, () => assert.equal(dateOf(text), day));

  it('with slashes is read as the mapping says', () => {
    assert.equal(dateOf('12/31/2026', 'MM/DD/YYYY'), '2026-12-31');
    assert.equal(dateOf('31/12/2026', 'DD/MM/YYYY'), '2026-12-31');
  });

  it('that means "no date" is left out if it may be', () => {
    for (const none of ['00.00.0000', '00000000', '0000-00-00', ''])
      assert.deepEqual(entryOf(['terminationDate'], [none]), {});
    assert.deepEqual(entryOf(['startDate'], ['00.00.0000']), { startDate: '' });
  });
});

describe('the encoding of a text', () => {
  const detect = (...pieces: Uint8Array[]) => {
    const detector = new EncodingDetector();
    for (const piece of pieces) detector.push(piece);
    return detector.end();
  };

  it('is found also if a character is cut in two, and if the only umlaut is the last byte', () => {
    const utf8 = Buffer.from('Jürgen');
    assert.equal(detect(utf8.subarray(0, 2), utf8.subarray(2)), 'utf-8');
    assert.equal(detect(Buffer.from('Hans;'.repeat(1000)), Buffer.from('Groß', 'latin1')), 'windows-1252');
    assert.equal(detect(Buffer.from('\uFEFFVorname', 'utf16le')), 'utf-16le');
  });
});
