import { TEXTS } from '../../../../texts/catalogue.ts';
import { formatEuros, formatMonth, formatPeriod } from '../../../../texts/format.ts';
import { languageOf, writtenLocale } from '../../../../texts/language.ts';
import { shownNumber } from '../../../tickets/documents/receipt.ts';
import { aside, details, type Letter, note, paragraph } from '../letter/letter.ts';
import { companyWords, greeting } from './names.ts';

export interface TicketFacts {
  kind: 'ticket';
  companyName: string;
  locale: string;
  firstName: string;
  lastName: string;
  ticketId: string;
  month: string;
  validFrom: string;
  validUntil: string;
  /** The employee's share of this ticket. */
  contributionCents: number;
  /** The receipt of this share, if there is one. */
  receiptNumber: number | null;
  /** The link to the employee's page. */
  page: string;
  apple: string;
  google: string;
  unsubscribe: string;
}

export function ticketLetter(facts: TicketFacts): Letter {
  const { locale, ticketId, contributionCents, receiptNumber, apple, google, page, unsubscribe } = facts;
  const language = languageOf(locale);
  const company = companyWords(language, facts.companyName);
  const words = TEXTS[language].mails.ticket;
  const month = formatMonth(facts.month, locale);
  const period = formatPeriod(facts.validFrom, facts.validUntil, locale);
  const amount = formatEuros(contributionCents, writtenLocale(locale));
  return {
    language,
    companyName: company.head,
    subject: words.subject(month),
    preview: words.preview(period),
    title: words.title(month),
    parts: [
      paragraph(greeting(language, facts)),
      paragraph(words.intro),
      {
        type: 'buttons',
        buttons: [
          { label: words.apple, url: apple },
          { label: words.google, url: google },
        ],
      },
      details(
        [words.valid, period],
        [words.number, ticketId],
        [words.share, amount],
        ...receiptRow(words.receiptNumber, receiptNumber),
      ),
      aside(words.page[receiptNumber === null ? 'noReceipt' : 'receipt'], words.openPage, page),
      note(words.note),
    ],
    footer: [words.footer(company.of)],
    unsubscribe: { label: words.unsubscribe, url: unsubscribe },
  };
}

function receiptRow(name: string, number: number | null): [string, string][] {
  return number === null ? [] : [[name, shownNumber(number)]];
}
