import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ContractTerms, contractName, contractTextOf, offerText } from './contract-text.ts';

const TERMS: ContractTerms = {
  companyName: 'Beispiel GmbH',
  firstName: 'Jürgen',
  lastName: 'Groß',
  planType: 'split-pay-plan',
  plannedStart: '2026-12-01',
  priceCents: 6300,
  subsidyCents: 2500,
  contributionCents: 3485,
  locale: 'de-DE',
};

/**
 * Of every version ever offered, for ever: offers keep only the digest of what was accepted. When one of these fails,
 * a wording was changed instead of added, or a new Node writes dates or amounts differently; then the old way of
 * writing them must be kept for the old versions.
 */
const DIGESTS: [version: string, locale: string, digest: string][] = [
  ['2026-11', 'de-DE', '534b27979ec6a3b35e58d43d9bcd944d74058f9cf00fc0f4d3052652ea234651'],
  ['2026-11', 'de-AT', '24c18234a7f83f33dab912a57449a8bca8047e813b355b7596ed308262a73d1a'],
  ['2026-11', 'en-GB', 'cf7b9bbaa344f22869e287bf802ebd0b7021ec603269e19ce0478777529ccc33'],
  ['2026-11', 'en-US', 'f12ddb473ca952b00cddd52f55ae2a9be6674028fd59f2661eeb5751279ac871'],
];
for (const [textVersion, locale, digest] of DIGESTS)
  test(`the text of ${textVersion} in ${locale} is what it always was`, () => {
    const terms = { ...TERMS, locale };
    assert.equal(offerText(terms).textDigest.toString('hex'), digest);
    const text = contractTextOf({ terms, textVersion, textDigest: Buffer.from(digest, 'hex') });
    assert.equal(text.language, locale.slice(0, 2));
  });

test('the amounts in the text add up for whoever reads it', () => {
  const text = contractTextOf(offerText(TERMS)).paragraphs.join('\n');
  const cents = [...text.matchAll(/(\d+),(\d\d)\u00a0€/g)].map(([, euros, rest]) =>
    Number(`${euros}${rest}`),
  );
  assert.deepEqual(cents, [6300, 315, 2500, 3485]);
  assert.equal(6300 - 315 - 2500, 3485);
});

test('without a discount or a share of their own there is no talk of one', () => {
  const plain = offerText({ ...TERMS, subsidyCents: 1000, contributionCents: 5300 });
  assert.doesNotMatch(contractTextOf(plain).paragraphs.join('\n'), /Rabatt/);
  const free = offerText({ ...TERMS, subsidyCents: 6300, contributionCents: 0 });
  assert.match(
    contractTextOf(free).paragraphs.join('\n'),
    /trägt ihn ganz; ein eigener Anteil fällt zurzeit nicht an/,
  );
});

test('a company with a language we have no words in gets English, dates and amounts included', () => {
  const { language, paragraphs } = contractTextOf(offerText({ ...TERMS, locale: 'fr-FR' }));
  assert.equal(language, 'en');
  assert.match(paragraphs.join('\n'), /not before 1 December 2026[\s\S]*costs €63\.00 a month/);
});

test('the document is named for the month it would begin in', () => {
  assert.equal(contractName(TERMS), 'Vertrag Jobticket 2026-12');
  assert.equal(contractName({ ...TERMS, locale: 'en-GB' }), 'Job ticket contract 2026-12');
});
