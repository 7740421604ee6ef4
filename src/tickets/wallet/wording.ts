import { TEXTS } from '../../../texts/catalogue.ts';
import { formatMonth } from '../../../texts/format.ts';
import { type Language, writtenLocale } from '../../../texts/language.ts';
import { isVoidPass, type PassTicket, type VoidPass } from './wallet-sql.ts';

/** All translated texts of a pass. Names are not translated. */
export interface Wording {
  changed: string;
  product: string;
  title: string;
  /** Or why there is no ticket. */
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

export function wordingOf(pass: PassTicket | VoidPass, language: Language, isSpecimen: boolean): Wording {
  return isVoidPass(pass) ? wordingOfVoid(pass, language) : wordingOfTicket(pass, language, isSpecimen);
}

function wordingOfTicket(ticket: PassTicket, language: Language, isSpecimen: boolean): Wording {
  const locale = writtenLocale(ticket.locale, language);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const month = formatMonth(ticket.month, locale);
  const kind = isSpecimen ? 'specimen' : 'ticket';
  const { wallet } = TEXTS[language];
  return {
    ...common(language),
    title: `${wallet.product} ${month}`,
    month,
    validLabel: wallet.validLabel[kind],
    valid: days.formatRange(new Date(ticket.validFrom), new Date(ticket.validUntil)),
    about: wallet.about[kind],
  };
}

function wordingOfVoid({ voidReason }: VoidPass, language: Language): Wording {
  const { wallet } = TEXTS[language];
  const status = wallet.status[voidReason];
  return {
    ...common(language),
    title: `${wallet.product}: ${status}`,
    month: status,
    monthLabel: wallet.statusLabel,
    validLabel: wallet.statusLabel,
    valid: status,
    about: wallet.about[voidReason],
  };
}

function common(language: Language) {
  const { product, changed, monthLabel, holderLabel, companyLabel, ticketIdLabel, aboutLabel } =
    TEXTS[language].wallet;
  return { product, changed, monthLabel, holderLabel, companyLabel, ticketIdLabel, aboutLabel };
}
