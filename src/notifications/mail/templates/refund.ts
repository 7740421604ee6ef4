import { languageOf, writtenLocale } from '../../../../texts/language.ts';
import { formatMonth } from '../../../platform/language/dates.ts';
import { formatEuros } from '../../../platform/language/money.ts';
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
  const month = formatMonth(facts.month, locale);
  const amount = formatEuros(facts.refundCents, writtenLocale(locale));
  const number = shownNumber(facts.number);
  if (language === 'de')
    return {
      language,
      companyName: company.head,
      subject: `Erstattung für Ihr Jobticket im ${month}`,
      preview: `Ihr Anteil von ${amount} wird erstattet.`,
      title: 'Ihr Anteil wird erstattet',
      parts: [
        paragraph(greeting(language, facts)),
        paragraph(
          `Ihr Jobticket für ${month} wurde zurückgenommen, und Ihr Anteil wird erstattet. Den Beleg laden Sie auf Ihrer Seite herunter.`,
        ),
        details(['Erstattung', amount], ['Belegnummer', number]),
        button('Meine Seite öffnen', page),
        note('Der Link ist nur für Sie. Beim ersten Öffnen fragt die Seite nach Ihrem Geburtsdatum.'),
      ],
      footer: [
        `Sie bekommen diese Mail, weil Sie ein Jobticket von ${company.of} hatten. Fragen beantwortet Ihr Arbeitgeber.`,
      ],
    };
  return {
    language,
    companyName: company.head,
    subject: `Refund for your job ticket of ${month}`,
    preview: `Your share of ${amount} is refunded.`,
    title: 'Your share is refunded',
    parts: [
      paragraph(greeting(language, facts)),
      paragraph(
        `Your job ticket for ${month} was revoked, and your share is refunded. Download the receipt on your page.`,
      ),
      details(['Refund', amount], ['Receipt number', number]),
      button('Open my page', page),
      note('The link is only for you. The first time you open it, the page asks for your date of birth.'),
    ],
    footer: [
      `You get this mail because you had a job ticket from ${company.of}. Your employer answers questions.`,
    ],
  };
}
