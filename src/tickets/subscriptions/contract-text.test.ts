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
  ['2026-11', 'de-DE', '292569f95774536adc8392f6c1d9edbb0a864462119d8a5e68d50653e77970c1'],
  ['2026-11', 'de-AT', '1f45d71b413cc5aa48b5aba7299aebdc3ba0f749ade26b2cece04c01660b9cc7'],
  ['2026-11', 'en-GB', '8d182cf307fd65bb62c10d008dccd24f036bcb37a55549e2cd5f6747f1b4930e'],
  ['2026-11', 'en-US', '37f1cebdd42970ed282beb7ffacd2f490086385979d0131fda54fd5a45a91fa5'],
  ['2026-11-2', 'de-DE', '1a20e100a91b328688201481973266e82956ae11fe6683c85993570acad07fec'],
  ['2026-11-2', 'de-AT', 'ed463dff70a63209cce250b3aec464228083821c17bcd3c37fc37b59e1d8febe'],
  ['2026-11-2', 'en-GB', 'b4a6b6fc62727341d63ef00f1e2fae58fedf66083f720aed403f96beed475967'],
  ['2026-11-2', 'en-US', 'b843657d51a1c918f7e75609a59c3dc925c504ab5cffb34c31c1054d86cf02fe'],
];
for (const [textVersion, locale, digest] of DIGESTS)
  test(`the text of ${textVersion} in ${locale} is what it always was`, () => {
    const terms = { ...TERMS, locale };
    const text = contractTextOf({ terms, textVersion, textDigest: Buffer.from(digest, 'hex') });
    assert.equal(text.language, locale.slice(0, 2));
  });

test('an offer has the latest text', () => {
  assert.equal(offerText(TERMS).textVersion, DIGESTS.at(-1)?.[0]);
});

test('terms that begin months ahead promise the ticket until then, and at least for the running month', () => {
  const ahead = { ...TERMS, plannedStart: '2027-03-01', priceCents: 7000, contributionCents: 4150 };
  const german = contractTextOf(offerText(ahead)).paragraphs.join('\n');
  assert.match(german, /frühestens ab dem 1\. März 2027[\s\S]*Das Ticket kostet dann 70,00\u00a0€ im Monat/);
  assert.match(german, /bis zum Ende des Monats davor, mindestens bis zum Ende des Monats der Ablehnung/);
  assert.doesNotMatch(german, /zurzeit/);
  const english = contractTextOf(offerText({ ...ahead, locale: 'en-GB' })).paragraphs.join('\n');
  assert.match(english, /not before 1 March 2027[\s\S]*The ticket then costs €70\.00 a month/);
  assert.match(
    english,
    /until the end of the month before, and at least until the end of the month of the rejection/,
  );
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
    /trägt den ganzen Preis; ein eigener Anteil fällt nicht an/,
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
