import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf, textOf } from '../../../test/pure/support/pdf.ts';
import { type ContractTerms, offerText } from '../subscriptions/contract-text.ts';
import type { Proof } from '../subscriptions/proof.ts';
import { renderContract } from './contract-pdf.ts';

const TERMS: ContractTerms = {
  companyName: 'Lindenau & Söhne GmbH',
  firstName: 'Łukasz Ümit',
  lastName: 'Nguyễn-Yılmaz',
  planType: 'deferred-plan',
  plannedStart: '2026-12-01',
  priceCents: 6300,
  subsidyCents: 2500,
  contributionCents: 3485,
  locale: 'de-DE',
};
const PERSON = { email: 'lukasz@example.com', personnelNumber: '4711' };
const SETTING = { timeZone: 'Europe/Berlin', isSpecimen: true, ...PERSON };
const accepted = (terms: ContractTerms) => ({
  ...offerText(terms),
  acceptedAt: new Date('2026-11-15T02:12:33.456Z'),
  proof: null,
});
const inOneLine = (text: string) => text.replaceAll('\n', ' ').replace(/ +/g, ' ');

test('it holds the text, when it was accepted, its version and its digest', async () => {
  const offer = accepted(TERMS);
  const pdf = await renderContract(offer, SETTING);
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  const text = inOneLine(textOf(pdf));
  for (const expected of [
    'Vereinbarung über das Jobticket',
    'Zwischen Lindenau & Söhne GmbH (Arbeitgeber) und Łukasz Ümit Nguyễn-Yılmaz',
    'frühestens ab dem 1. Dezember 2026',
    '63,00 € im Monat, abzüglich 3,15 € Rabatt. Davon trägt der Arbeitgeber 25,00 €; der eigene Anteil beträgt 34,85 €',
    '15. November 2026 um 03:12:33 MEZ',
    '2026-11',
    offer.textDigest.toString('hex'),
    'SPECIMEN / MUSTER',
  ])
    assert.ok(text.includes(expected), `${expected} is not in\n${text}`);
});

test('it is in English for an English company, with the time of its own place', async () => {
  const offer = accepted({ ...TERMS, locale: 'en-GB', planType: 'split-pay-plan' });
  const text = inOneLine(
    textOf(await renderContract(offer, { ...SETTING, timeZone: 'Europe/London', isSpecimen: false })),
  );
  assert.match(text, /Agreement on the job ticket/);
  assert.match(
    text,
    /less a discount of €3\.15\. The employer pays €25\.00 of it; the employee’s share is €34\.85/,
  );
  assert.match(text, /15 November 2026 at 02:12:33 GMT/);
  assert.doesNotMatch(text, /SPECIMEN/);
});

const viewers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: 'portal-user' as const,
    name: `hr-${index}@lindenau.example`,
  }));

for (const { name, proof, expected } of [
  {
    name: 'from before proofs were recorded',
    proof: null,
    expected: /Angenommen 15\. November \S+ um \S+ MEZ Fassung/,
  },
  {
    name: 'by a mailed link',
    proof: { by: 'mailed', mailedTo: 'lukasz@lindenau.example' },
    expected: /Nachweis Über einen Link, der nur per Mail an lukasz@lindenau\.example ging\. Fassung/,
  },
  {
    name: 'by a mailed link, to an address that somebody has changed lately',
    proof: {
      by: 'mailed',
      mailedTo: 'lukasz@lindenau.example',
      addressChanged: {
        at: '2026-10-31T23:30:00.000Z',
        by: { type: 'portal-user', name: 'hr@lindenau.example' },
      },
    },
    expected: /ging\. Diese Adresse wurde am 1\. November 2026 geändert, von hr@lindenau\.example\./,
  },
  {
    name: 'by a link that admins have seen too',
    proof: { by: 'shown', shownTo: [...viewers(2), { type: 'operator', name: null }] },
    expected: /gezeigt hat: hr-0@lindenau\.example, hr-1@lindenau\.example, Betreiber\./,
  },
  {
    name: 'by a link that very many users have seen',
    proof: { by: 'shown', shownTo: viewers(13) },
    expected: /hr-9@lindenau\.example und 3 weitere\./,
  },
  {
    name: 'by a link from before',
    proof: { by: 'shown', shownTo: [] },
    expected: /nicht nur per Mail verschickt/,
  },
  {
    name: 'on paper',
    proof: { by: 'paper' },
    expected: /Auf Papier angenommen, erfasst .* Nachweis Auf Papier/,
  },
] satisfies { name: string; proof: Proof | null; expected: RegExp }[])
  test(`it says how it was accepted: ${name}`, async () => {
    const pdf = await renderContract({ ...accepted(TERMS), proof }, SETTING);
    assert.match(inOneLine(textOf(pdf)), expected);
    for (const { text, right } of linesOf(pdf)) assert.ok(right <= 533.8, text);
  });

test('the contact and the privacy note of the company stand below the text', async () => {
  const note = { contact: 'Petra Klein\n030 1234', privacyNote: 'https://example.com/privacy' };
  const text = inOneLine(
    textOf(await renderContract({ ...accepted(TERMS), proof: null }, { ...SETTING, ...note })),
  );
  assert.match(text, /Kontakt Petra Klein 030 1234 Datenschutz https:\/\/example\.com\/privacy/);
});

test('the same contract gives the same bytes', async () => {
  const offer = accepted(TERMS);
  const first = await renderContract(offer, SETTING);
  await renderContract(accepted({ ...TERMS, firstName: 'Žofie' }), SETTING);
  assert.ok(first.equals(await renderContract(offer, SETTING)));
});

test('endless names are wrapped, over several pages if need be, each with its footer', async () => {
  const offer = accepted({ ...TERMS, companyName: 'W'.repeat(200), firstName: 'lang '.repeat(900).trim() });
  const pdf = await renderContract(offer, SETTING);
  const lines = linesOf(pdf);
  for (const { text, left, right, bottom } of lines)
    assert.ok(left >= 61.5 && right <= 533.8 && bottom > 30, `${left}..${right} ${bottom} ${text}`);
  const body = lines.filter(({ bottom }) => bottom > 108).map(({ text }) => text);
  assert.ok(inOneLine(body.join('\n')).includes(offer.terms.firstName));
  const pages = pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0;
  assert.equal(pages, 3);
  assert.equal(lines.filter(({ text }) => text === 'SPECIMEN / MUSTER').length, pages);
  assert.ok(lines.some(({ text }) => text.endsWith('· 3/3')));
});

test('a text that is not the one that was offered is never shown in its place', async () => {
  const offer = accepted(TERMS);
  const changed = { ...offer, terms: { ...TERMS, contributionCents: 3484 } };
  await assert.rejects(renderContract(changed, SETTING), /can no longer be made as it was offered/);
  await assert.rejects(renderContract({ ...offer, textVersion: '1999-1' }, SETTING), /no text of version/);
});

test('an e-mail address and a personnel number stand beside a name that no font has', async () => {
  const person = /Mitarbeiterin oder Mitarbeiter\nlukasz@example.com, Personalnummer 4711/;
  const printed = async (terms: ContractTerms) => textOf(await renderContract(accepted(terms), SETTING));
  assert.doesNotMatch(await printed(TERMS), person);
  assert.doesNotMatch(await printed({ ...TERMS, firstName: '小明', lastName: '王' }), person);
  assert.match(await printed({ ...TERMS, firstName: '\u{13000}', lastName: '\u{13001}' }), person);
  const withoutNumber = { ...SETTING, personnelNumber: null };
  const pdf = await renderContract(accepted({ ...TERMS, firstName: '\u{13000}' }), withoutNumber);
  assert.match(textOf(pdf), /\nlukasz@example.com\n/);
});
