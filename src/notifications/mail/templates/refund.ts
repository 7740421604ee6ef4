import { TEXTS } from '../../../../texts/catalogue.ts';
import { formatEuros, formatMonth } from '../../../../texts/format.ts';
import { languageOf, writtenLocale } from '../../../../texts/language.ts';
import { shownNumber } from '../../../tickets/documents/receipt.ts';
import { button, details, type Letter, note, paragraph } from '../letter/letter.ts';
import { companyWords, greeting } from './names.ts';

export interface RefundFacts {
  kind: 'receipt';
  companyName: string;
  locale: string;
  firstName: string;
  lastName: string;
  /** The number of the receipt. */
  number: number;
  month: string;
  refundCents: number;
  /** The link to the employee's page. */
  page: string;
}

export function refundLetter(facts: RefundFacts): Letter {
  const { locale, page } = facts;
  const language = languageOf(locale);
  const company = companyWords(language, facts.companyName);
  const words = TEXTS[language].mails.refund;
  const month = formatMonth(facts.month, locale);
  const amount = formatEuros(facts.refundCents, writtenLocale(locale));
  return {
    language,
    companyName: company.head,
    subject: words.subject(month),
    preview: words.preview(amount),
    title: words.title,
    parts: [
      paragraph(greeting(language, facts)),
      paragraph(words.intro(month)),
      details([words.refund, amount], [words.receiptNumber, shownNumber(facts.number)]),
      button(words.openPage, page),
      note(words.note),
    ],
    footer: [words.footer(company.of)],
  };
}
