import { TEXTS } from '../../../texts/catalogue.ts';
import { formatMonth } from '../../../texts/format.ts';
import { type Language, writtenLocale } from '../../../texts/language.ts';
import type { PassTicket } from './wallet-sql.ts';

/** All translated texts of a pass. Names are not translated. */
export interface Wording {
  product: string;
  title: string;
  month: string;
  monthLabel: string;
  holderLabel: string;
  companyLabel: string;
  valid: string;
  validLabel: string;
  ticketIdLabel: string;
  aboutLabel: string;
  about: string;
}

export function wordingOf(ticket: PassTicket, language: Language, isSpecimen: boolean): Wording {
  const locale = writtenLocale(ticket.locale, language);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const month = formatMonth(ticket.month, locale);
  const { wallet } = TEXTS[language];
  const kind = isSpecimen ? 'specimen' : 'ticket';
  return {
    ...wallet,
    title: `${wallet.product} ${month}`,
    month,
    validLabel: wallet.validLabel[kind],
    valid: days.formatRange(new Date(ticket.validFrom), new Date(ticket.validUntil)),
    about: wallet.about[kind],
  };
}
