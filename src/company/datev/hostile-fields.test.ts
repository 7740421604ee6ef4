import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../platform/errors.ts';
import type { PayrollLine } from '../payroll/payroll-lines-sql.ts';
import type { PayrollMonth } from '../payroll/payroll-month.ts';
import { writeDatev } from './export-datev.ts';

const MONTH = '2026-11';
const CLIENT = {
  ...{ legalEntity: '', adviserNumber: 1234567, clientNumber: 12345 },
  ...{ withheldWageType: 4400, withheldKey: 1, taxFreeWageType: null, taxFreeKey: null },
};

/** Each stands in the middle, at the beginning, at the end and alone. */
const HOSTILE = [
  ...[';', '"', '""', "'", '\r', '\n', '\r\n', '\t', '\0', '\u0085', '\u2028', '\ufeff'],
  ...[
    '[Allgemein]',
    '\r\nBeraterNr=1',
    ';1;',
    '\u202e',
    '\u2066',
    '\u00ad',
    '漢',
    'Ł',
    '😀',
    '\ud800',
    'e\u0301',
  ],
  ...[
    '=1+1',
    '=A1',
    '+1|x',
    '-2+3',
    '@SUM(A1)',
    "=cmd|'/c calc'!A1",
    '\uff1d1',
    ' =1',
    '\u00a0=1',
    '\u00ad=1',
  ],
  'x'.repeat(5_000),
].flatMap((text) => [text, `a${text}`, `${text}z`, `a${text}z`]);

/** What is written, or the code of the refusal. */
async function written(of: Partial<PayrollLine>, format: 'datev-lodas' | 'datev-lug') {
  const line = {
    ...{
      key: 1,
      employeeId: 1,
      firstName: 'Änne',
      lastName: 'Müller',
      personnelNumber: '7',
      legalEntity: null,
    },
    ...{
      costCentre: '100',
      month: MONTH,
      isCorrection: false,
      tickets: 1,
      priceCents: 6300,
      discountCents: 0,
    },
    ...{ employeeCents: 3485, taxFreeCents: 0, deferredCents: 3485, receipts: [] },
    ...of,
  } as PayrollLine;
  const settings = { datev: [CLIENT], costCentre: null } as unknown as PayrollMonth['settings'];
  const month: PayrollMonth = { companyId: 1, month: MONTH, settings, isFrozen: false };
  // A second person, whose line must stay as it is.
  const other = { ...line, key: 2, personnelNumber: '8', costCentre: '200', legalEntity: null };
  try {
    const { bytes } = await writeDatev([line, other], month, { format });
    return bytes;
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return String(error.details.reason ?? error.code);
  }
}

const decoder = new TextDecoder('windows-1252');

describe('a DATEV file', () => {
  it('has a line for each person, whatever a cost centre contains, or is refused', async () => {
    const taken: string[] = [];
    for (const costCentre of HOSTILE) {
      const what = JSON.stringify(costCentre.slice(0, 40));
      const found = await written({ costCentre }, 'datev-lodas');
      const zipped = await written({ costCentre }, 'datev-lug');
      assert.equal(typeof found, typeof zipped, what);
      if (typeof found === 'string') {
        assert.equal(found, 'datev-cost-centre-refused', what);
        continue;
      }
      taken.push(costCentre);
      const lines = decoder.decode(found).split('\r\n');
      assert.equal(lines.length, 14, what);
      assert.equal(lines[11], `1;01/11/2026;7;4400;1;34,85;${costCentre.normalize('NFC')};`, what);
      assert.equal(lines[12], '1;01/11/2026;8;4400;1;34,85;200;', what);
      // The file for Lohn und Gehalt is a CSV file, which people open in a spreadsheet.
      assert.doesNotMatch(costCentre, /^[\s\u00ad]*[=+\-@]./, what);
    }
    assert.ok(taken.length > 10, `${taken.length} taken`);
  });

  it('has personnel numbers of digits only', async () => {
    for (const hostile of HOSTILE)
      for (const personnelNumber of [hostile, `7${hostile}`, `${hostile}7`])
        for (const format of ['datev-lodas', 'datev-lug'] as const)
          assert.equal(await written({ personnelNumber }, format), 'datev-number-refused', personnelNumber);
    for (const personnelNumber of ['٧', '７', '0', '000', '1234567890', '-7', '+7', '7.0', '7e0', '', null])
      assert.equal(await written({ personnelNumber }, 'datev-lodas'), 'datev-number-refused');
  });

  it('has no text of a legal entity or a name', async () => {
    for (const text of HOSTILE) {
      assert.equal(await written({ legalEntity: text }, 'datev-lodas'), 'datev-entity-missing');
      const found = await written({ firstName: text, lastName: text }, 'datev-lodas');
      assert.deepEqual(found, await written({}, 'datev-lodas'));
    }
  });
});
