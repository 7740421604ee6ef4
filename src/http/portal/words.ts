import { de } from '../../../texts/de/portal/catalogue.ts';
import { earlier as earlierDe } from '../../../texts/de/portal/earlier.ts';
import { exports as exportsDe } from '../../../texts/de/portal/exports.ts';
import { roster as rosterDe } from '../../../texts/de/portal/roster.ts';
import { documentName } from '../../../texts/document-name.ts';
import { en, type Messages } from '../../../texts/en/portal/catalogue.ts';
import { earlier as earlierEn } from '../../../texts/en/portal/earlier.ts';
import { exports as exportsEn } from '../../../texts/en/portal/exports.ts';
import { roster as rosterEn } from '../../../texts/en/portal/roster.ts';
import { fieldName, fieldText } from '../../../texts/field-text.ts';
import { createFormat } from '../../../texts/format.ts';
import type { Language } from '../../../texts/language.ts';
import { type RecordedAction, sentenceText } from '../../../texts/sentence.ts';

/** The portal's texts. Files that the portal exports have the headings and words of its pages. */
export const WORDS: Readonly<Record<Language, Words>> = {
  de: { ...de, earlier: earlierDe, exports: exportsDe, roster: rosterDe },
  en: { ...en, earlier: earlierEn, exports: exportsEn, roster: rosterEn },
};

export type Words = Messages & {
  earlier: typeof earlierEn;
  exports: typeof exportsEn;
  roster: typeof rosterEn;
};

/** A field of a person that a roster changed: `name: before → after`. */
export function changedField(
  name: string,
  { from, to }: { from: unknown; to: unknown },
  words: Words,
  day: (value: string) => string,
): string {
  const text = (value: unknown) => fieldText(name, value, words, day);
  return `${fieldName(name, words)}: ${text(from)} → ${text(to)}`;
}

const FORMATS = { de: createFormat('de', 'UTC'), en: createFormat('en', 'UTC') };

/** The sentence of an entry of the audit log. */
export function sentenceIn(
  entry: RecordedAction,
  { language, words, day }: { language: Language; words: Words; day: (value: string) => string },
): string {
  return sentenceText(entry, words, { ...FORMATS[language], day });
}

/** The name of a document as its page shows it. */
export function documentNameIn({ name, kind }: { name: string; kind: string }, language: Language): string {
  return documentName(name, kind, WORDS[language].vocabulary.documentTitle, FORMATS[language].month);
}
