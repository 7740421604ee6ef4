import { TEXTS } from '../../../../texts/catalogue.ts';
import { formatDay } from '../../../../texts/format.ts';
import { type Language, languageOf } from '../../../../texts/language.ts';
import { button, type Letter, note, paragraph } from '../letter/letter.ts';
import { companyWords, greeting } from './names.ts';

export interface PageLinkFacts {
  kind: 'page-link';
  companyName: string;
  locale: string;
  firstName: string;
  lastName: string;
  link: string;
  /** Whether the person asked for the link. Otherwise the employer sends it. */
  isRequested: boolean;
  /** Until when a contract waits for an answer. Missing in mails that were kept by earlier versions. */
  answerUntil?: string | null;
}

export function pageLinkLetter(facts: PageLinkFacts): Letter {
  const { locale, link, isRequested, answerUntil } = facts;
  const language = languageOf(locale);
  const company = companyWords(language, facts.companyName);
  const words = TEXTS[language].mails.pageLink;
  const { subject, preview, title, paragraphs } = answerUntil
    ? asking(words.contract, formatDay(answerUntil, locale))
    : words.noContract;
  return {
    language,
    companyName: company.head,
    subject,
    preview,
    title,
    parts: [
      paragraph(greeting(language, facts)),
      ...paragraphs.map(paragraph),
      button(words.openPage, link),
      note(words.note),
    ],
    footer: [isRequested ? words.requested : words.sent],
  };
}

function asking(words: (typeof TEXTS)[Language]['mails']['pageLink']['contract'], until: string) {
  return { ...words, preview: words.preview(until), paragraphs: words.paragraphs(until) };
}
