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

const FIXED = {
  de: {
    product: 'Monatsticket',
    monthLabel: 'Monat',
    holderLabel: 'Ausgestellt für',
    companyLabel: 'Arbeitgeber',
    validLabel: 'Gültig',
    ticketIdLabel: 'Ticketnummer',
    aboutLabel: 'Hinweis',
  },
  en: {
    product: 'Monthly ticket',
    monthLabel: 'Month',
    holderLabel: 'Issued to',
    companyLabel: 'Employer',
    validLabel: 'Valid',
    ticketIdLabel: 'Ticket number',
    aboutLabel: 'Please note',
  },
} as const;

const PERIOD = { de: 'Zeitraum', en: 'Period' };

const ABOUT = {
  specimen: {
    de: 'Dies ist ein Muster aus einer Testumgebung. Es ist keine Fahrkarte und berechtigt zu keiner Fahrt.',
    en: 'This is a specimen from a test environment. It is not a ticket and entitles nobody to travel.',
  },
  ticket: {
    de: 'Persönlich und nicht übertragbar. Der Code enthält nur die Ticketnummer.',
    en: 'Personal and not transferable. The code holds only the ticket number.',
  },
};

export function wordingOf(ticket: PassTicket, language: Language, isSpecimen: boolean): Wording {
  const locale = writtenLocale(ticket.locale, language);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const month = months.format(new Date(ticket.month));
  return {
    ...FIXED[language],
    title: `${FIXED[language].product} ${month}`,
    month,
    // The labels of a specimen do not claim validity either.
    ...(isSpecimen && { validLabel: PERIOD[language] }),
    valid: days.formatRange(new Date(ticket.validFrom), new Date(ticket.validUntil)),
    about: ABOUT[isSpecimen ? 'specimen' : 'ticket'][language],
  };
}
