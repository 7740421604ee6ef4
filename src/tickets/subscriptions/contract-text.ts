import { createHash } from 'node:crypto';
import { TEXTS } from '../../../texts/catalogue.ts';
import { type Language, languageOf } from '../../../texts/language.ts';
import * as wording202611 from './contract-wording/2026-11.ts';
import * as wording202611b from './contract-wording/2026-11-2.ts';
import type { ContractTerms, ContractWording } from './contract-wording/terms.ts';

export type { ContractTerms } from './contract-wording/terms.ts';

export interface ContractText extends ContractWording {
  language: Language;
}

/** The version and digest of the text, stored with the offer. */
export interface OfferedText {
  terms: ContractTerms;
  textVersion: string;
  textDigest: Buffer;
}

/**
 * A change of wording is a new version: a new file in `contract-wording`. Offers keep the version they were made with, so
 * no file is ever changed.
 */
const CURRENT_VERSION = '2026-11-2';
const VERSIONS: Record<string, Record<Language, (terms: ContractTerms) => ContractWording>> = {
  '2026-11': { de: wording202611.german, en: wording202611.english },
  '2026-11-2': { de: wording202611b.german, en: wording202611b.english },
};

/** Generates the text of an offer made now. */
export function offerText(terms: ContractTerms): OfferedText {
  const textDigest = digestOfText(makeText(CURRENT_VERSION, terms));
  return { terms, textVersion: CURRENT_VERSION, textDigest };
}

/** Returns the text exactly as it was offered. Throws if it cannot be reproduced. */
export function contractTextOf({ terms, textVersion, textDigest }: OfferedText): ContractText {
  const text = makeText(textVersion, terms);
  if (!digestOfText(text).equals(textDigest))
    throw new Error(`a text of version ${textVersion} can no longer be made as it was offered`);
  return text;
}

export function contractName({ locale, plannedStart }: ContractTerms): string {
  return `${TEXTS[languageOf(locale)].documentTitles.contract} ${plannedStart.slice(0, 7)}`;
}

function makeText(version: string, terms: ContractTerms): ContractText {
  const language = languageOf(terms.locale);
  const make = VERSIONS[version]?.[language];
  if (!make) throw new Error(`there is no text of version ${version}`);
  return { language, ...make(terms) };
}

/** The digest of the text exactly as shown. */
function digestOfText({ title, paragraphs }: ContractText): Buffer {
  return createHash('sha256')
    .update([title, ...paragraphs].join('\n'))
    .digest();
}
