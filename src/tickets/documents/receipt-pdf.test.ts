import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { linesOf, textOf } from '../../../test/pure/support/pdf.ts';
import type { Receipt } from './receipt.ts';
import { renderReceipt } from './receipt-pdf.ts';

const RECEIPT: Receipt = {
  number: 42,
  companyName: 'Lindenau & Söhne GmbH',
  firstName: 'Łukasz Ümit',
  lastName: 'Nguyễn-Yılmaz-Şen',
  locale: 'de-DE',
  validFrom: '2026-11-01',
  validUntil: '2026-11-30',
  charge: {
    month: '2026-11',
    planType: 'deferred-plan',
    priceCents: 6300,
    discountCents: 315,
    employerCents: 2500,
    employeeCents: 3485,
    reversedNumber: null,
  },
};
/** In Berlin the first of November has begun. */
const ISSUE = {
  createdAt: new Date('2026-10-31T23:00:05Z'),
  timeZone: 'Europe/Berlin',
  isSpecimen: false,
  email: 'lukasz@example.com',
};

/** Makes the receipts of its input, one after the other, and prints the last. */
const PROGRAM = `
  import { text } from 'node:stream/consumers';
  import { renderReceipt } from ${JSON.stringify(import.meta.resolve('./receipt-pdf.ts'))};
  let pdf;
  for (const receipt of JSON.parse(await text(process.stdin)))
    pdf = await renderReceipt(receipt, { createdAt: new Date(0), timeZone: 'Europe/Berlin', isSpecimen: false, email: 'a@example.com' });
  process.stdout.write(pdf);`;

const A4_WIDTH = 595.28;
const MARGIN = 62;

function assertWithinMargins(pdf: Buffer): void {
  for (const { text, left, right, bottom } of linesOf(pdf)) {
    assert.ok(left >= MARGIN - 0.5 && right <= A4_WIDTH - MARGIN + 0.5, `${left}..${right} ${text}`);
    assert.ok(bottom > 30, `${bottom} ${text}`);
  }
}

/** What stands beside each label, whether to its right or below it. */
function amountsOf(pdf: Buffer): Record<string, string> {
  const lines = linesOf(pdf);
  return Object.fromEntries(
    lines.flatMap(({ text, bottom, left }) => {
      const beside = lines.find((line) => Math.abs(line.bottom - bottom) < 0.1 && line.left > left + 100);
      return beside ? [[text, beside.text]] : [];
    }),
  );
}

test('a German receipt says everything a receipt has to', async () => {
  const pdf = await renderReceipt(RECEIPT, ISSUE);
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  const text = textOf(pdf);
  for (const expected of [
    'Beleg',
    '000042',
    'Lindenau & Söhne GmbH',
    'Łukasz Ümit Nguyễn-Yılmaz-Şen',
    'November 2026',
    '01.11.2026 – 30.11.2026',
    '1. November 2026',
    'Der eigene Anteil wird vom Arbeitgeber ausgelegt',
  ])
    assert.ok(text.includes(expected), `${expected} is not in\n${text}`);
  const amounts = amountsOf(pdf);
  assert.equal(amounts['Preis des Tickets (brutto)'], '63,00 €');
  assert.equal(amounts['Rabatt'], '−3,15 €');
  assert.equal(amounts['Gesamtbetrag (brutto)'], '59,85 €');
  assert.equal(amounts['darin Nettobetrag'], '55,93 €');
  assert.equal(amounts['darin 7 % Umsatzsteuer'], '3,92 €');
  assert.equal(amounts['Zuschuss des Arbeitgebers'], '−25,00 €');
  assert.equal(amounts['Eigener Anteil'], '34,85 €');
  assertWithinMargins(pdf);
});

test('a receipt shows the address, the tax number and the personnel number that were known when it was issued', async () => {
  const known = {
    address: 'Kranweg 12\n04315 Leipzig',
    taxNumber: '231/123/45678',
    personnelNumber: '0815',
  };
  const pdf = await renderReceipt({ ...RECEIPT, ...known }, ISSUE);
  const text = textOf(pdf);
  for (const expected of [
    'Kranweg 12',
    '04315 Leipzig',
    'Steuernummer',
    '231/123/45678',
    'Personalnummer',
    '0815',
  ])
    assert.ok(text.includes(expected), `${expected} is not in\n${text}`);
  assertWithinMargins(pdf);
  const english = textOf(await renderReceipt({ ...RECEIPT, ...known, locale: 'en-GB' }, ISSUE));
  assert.match(english, /tax number/);
  assert.match(english, /Personnel number/);
  const without = textOf(await renderReceipt(RECEIPT, ISSUE));
  assert.doesNotMatch(without, /Steuernummer|Personalnummer/);
  const onlyNumber = textOf(await renderReceipt({ ...RECEIPT, personnelNumber: '0815' }, ISSUE));
  assert.match(onlyNumber, /Personalnummer/);
  assert.doesNotMatch(onlyNumber, /Steuernummer/);
});

for (const [locale, total, issued] of [
  ['en-GB', '€63.00', '1 November 2026'],
  ['en-US', '€63.00', 'November 1, 2026'],
  // A language we have no words in: English, and figures written as the English do.
  ['fr-FR', '€63.00', '1 November 2026'],
] as const)
  test(`a receipt for ${locale} is in English, and without a line for a discount that there is not`, async () => {
    const charge = { ...RECEIPT.charge, discountCents: 0, employerCents: 1000, employeeCents: 5300 };
    const receipt = { ...RECEIPT, locale, charge };
    const pdf = await renderReceipt(receipt, ISSUE);
    const amounts = amountsOf(pdf);
    assert.equal(amounts['Total (gross)'], total);
    assert.equal(amounts['of which net'], '€58.88');
    assert.equal(amounts['of which 7 % VAT'], '€4.12');
    assert.equal(amounts['Employer’s subsidy'], '−€10.00');
    assert.equal(amounts['Employee’s share'], '€53.00');
    assert.ok(!textOf(pdf).includes('Discount') && textOf(pdf).includes(issued), textOf(pdf));
  });

const REFUND: Receipt = {
  ...RECEIPT,
  number: 57,
  charge: {
    ...RECEIPT.charge,
    priceCents: -6300,
    discountCents: -315,
    employerCents: -2500,
    employeeCents: -3485,
    reversedNumber: 42,
  },
};

test('a German refund shows the amounts with the opposite sign and names the receipt that it reverses', async () => {
  const pdf = await renderReceipt(REFUND, ISSUE);
  const text = textOf(pdf);
  for (const expected of [
    'Erstattung',
    '000057',
    'November 2026',
    'Diese Erstattung hebt den Beleg 000042 auf.',
    'mit der nächsten Lohn- oder Gehaltsabrechnung erstattet',
  ])
    assert.ok(text.replace(/ ?\n/g, ' ').includes(expected), `${expected} is not in\n${text}`);
  assert.doesNotMatch(text, /einbehalten\./);
  const amounts = amountsOf(pdf);
  assert.equal(amounts['Preis des Tickets (brutto)'], '−63,00 €');
  assert.equal(amounts['Rabatt'], '3,15 €');
  assert.equal(amounts['Gesamtbetrag (brutto)'], '−59,85 €');
  assert.equal(amounts['darin Nettobetrag'], '−55,93 €');
  assert.equal(amounts['darin 7 % Umsatzsteuer'], '−3,92 €');
  assert.equal(amounts['Zuschuss des Arbeitgebers'], '25,00 €');
  assert.equal(amounts['Eigener Anteil'], '−34,85 €');
  assertWithinMargins(pdf);
});

test('an English refund of a share that was paid directly is paid back', async () => {
  const charge = { ...REFUND.charge, planType: 'split-pay-plan' as const };
  const pdf = await renderReceipt({ ...REFUND, locale: 'en-GB', charge }, ISSUE);
  const text = textOf(pdf).replace(/ ?\n/g, ' ');
  assert.match(text, /^Refund .*This refund reverses receipt 000042\. The employee’s share is paid back\./);
  assert.equal(amountsOf(pdf)['Employee’s share'], '−€34.85');
});

test('the same receipt gives the same bytes, however many others were made in between', async () => {
  const first = await renderReceipt(RECEIPT, ISSUE);
  await Promise.all([
    renderReceipt({ ...RECEIPT, companyName: 'Žižkov Ěščřžýáíé', locale: 'en-GB' }, ISSUE),
    renderReceipt({ ...RECEIPT, firstName: 'Đặng' }, ISSUE),
  ]);
  assert.ok(first.equals(await renderReceipt(RECEIPT, ISSUE)));
  assert.match(first.toString('latin1'), /\(D:20261031230005Z\)/);
});

test('the same receipt gives the same bytes, whichever document a process has made first', async () => {
  const noBreak = { ...RECEIPT, companyName: 'Lindenau\u{a0}&\u{a0}Söhne\u{2011}GmbH' };
  const made = (first: Receipt) =>
    execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', PROGRAM], {
      input: JSON.stringify([first, RECEIPT]),
      maxBuffer: 1024 * 1024,
    });
  assert.ok(made(RECEIPT).equals(made(noBreak)));
});

test('on staging it says that it is a specimen, elsewhere not', async () => {
  const specimen = textOf(await renderReceipt(RECEIPT, { ...ISSUE, isSpecimen: true }));
  assert.match(specimen, /SPECIMEN \/ MUSTER/);
  assert.match(specimen, /Testumgebung/);
  assert.doesNotMatch(textOf(await renderReceipt(RECEIPT, ISSUE)), /SPECIMEN|MUSTER/);
});

for (const [what, name] of [
  ['many words', 'Gesellschaft für außergewöhnlich lange Firmennamen und Beteiligungen mbH & Co. '.repeat(3)],
  ['one endless word', 'W'.repeat(200)],
  ['stacked marks', 'ễ'.repeat(200)],
] as const)
  test(`names of ${what} are wrapped and none of it is lost`, async () => {
    const companyName = name.slice(0, 200).trim();
    const receipt = { ...RECEIPT, companyName, firstName: companyName, lastName: companyName };
    for (const isSpecimen of [true, false]) {
      const pdf = await renderReceipt(receipt, { ...ISSUE, isSpecimen });
      assertWithinMargins(pdf);
      const squeezed = (text: string) => text.replace(/\s/g, '');
      const column = linesOf(pdf).filter(({ left }) => left < 100);
      const text = squeezed(column.map((line) => line.text).join(''));
      assert.ok(text.includes(squeezed(`${companyName}Empfänger${companyName}${companyName}`)), text);
      assert.ok(text.includes('EigenerAnteil'));
    }
  });

test('marks that were typed on their own join their letters', async () => {
  const decomposed = {
    ...RECEIPT,
    firstName: 'Jürgen'.normalize('NFD'),
    lastName: 'Nguyễn'.normalize('NFD'),
  };
  assert.ok(textOf(await renderReceipt(decomposed, ISSUE)).includes('Jürgen Nguyễn'));
});

test('someone whose name was erased is nobody', async () => {
  const text = textOf(await renderReceipt({ ...RECEIPT, firstName: '', lastName: '' }, ISSUE));
  assert.match(text, /Empfänger\n–/);
});

test('names in other scripts are printed, those written from right to left in their order', async () => {
  for (const [firstName, lastName, shown] of [
    ['小明', '王', '小明| |王'],
    ['さくら', '田中', 'さくら| |田中'],
    ['민준', '김', '민준| |김'],
    ['สมชาย', 'ใจดี', 'สมชาย| |ใจดี'],
    ['Γιώργος', 'Παπαδόπουλος', 'Γιώργος Παπαδόπουλος'],
    // The first name stands on the right.
    ['יעקב', 'כהן-לוי', 'יול|-|ןהכ| |בקעי'],
    ['Jacob', 'כהן', 'Jacob |ןהכ'],
  ] as const) {
    const pdf = await renderReceipt({ ...RECEIPT, firstName, lastName }, ISSUE);
    const bottom = linesOf(pdf).find(({ text }) => text === shown.split('|')[0])?.bottom;
    const line = linesOf(pdf)
      .filter((part) => part.bottom === bottom && part.left < 300)
      .sort((a, b) => a.left - b.left);
    assert.equal(line.map(({ text }) => text).join('|'), shown);
    assert.doesNotMatch(textOf(pdf), /lukasz@example\.com/);
    assertWithinMargins(pdf);
  }
});

test('an endless name in another script is wrapped, within words and between them', async () => {
  for (const lastName of ['王'.repeat(300), 'كلمة '.repeat(100).trim(), 'לוי-'.repeat(80)]) {
    const pdf = await renderReceipt({ ...RECEIPT, firstName: 'Ann', lastName }, ISSUE);
    assertWithinMargins(pdf);
    assert.ok(new Set(linesOf(pdf).map(({ bottom }) => bottom)).size > 14, lastName);
  }
});

test('the e-mail address stands below a name that no font has', async () => {
  const hieroglyphs = await renderReceipt({ ...RECEIPT, firstName: '\u{13000}', lastName: 'Ann' }, ISSUE);
  assert.match(textOf(hieroglyphs), /lukasz@example\.com/);
});
