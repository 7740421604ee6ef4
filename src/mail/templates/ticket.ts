import { formatMonth, formatPeriod } from '../../language/dates.ts';
import { languageOf, writtenLocale } from '../../language/language.ts';
import { formatEuros } from '../../language/money.ts';
import { details, type Letter, note, paragraph } from '../letter/letter.ts';

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
  /** What the employee pays for this ticket. */
  contributionCents: number;
  apple: string;
  google: string;
  unsubscribe: string;
}

export function ticketLetter(facts: TicketFacts): Letter {
  const {
    companyName,
    firstName,
    lastName,
    locale,
    ticketId,
    contributionCents,
    apple,
    google,
    unsubscribe,
  } = facts;
  const language = languageOf(locale);
  const month = formatMonth(facts.month, locale);
  const period = formatPeriod(facts.validFrom, facts.validUntil, locale);
  const amount = formatEuros(contributionCents, writtenLocale(locale));
  if (language === 'de')
    return {
      language,
      companyName,
      subject: `Ihr Jobticket für ${month}`,
      preview: `Gültig ${period}. Legen Sie es in Ihr Wallet.`,
      title: `Ihr Jobticket für ${month} ist da`,
      parts: [
        paragraph(`Guten Tag ${firstName} ${lastName},`),
        paragraph(
          'legen Sie Ihr Ticket in das Wallet auf Ihrem Telefon. Dann haben Sie es auch ohne Netz dabei.',
        ),
        {
          type: 'buttons',
          buttons: [
            { label: 'Zu Apple Wallet hinzufügen', url: apple },
            { label: 'Zu Google Wallet hinzufügen', url: google },
          ],
        },
        details(['Gültig', period], ['Ticketnummer', ticketId], ['Ihr Anteil', amount]),
        note('Das Ticket ist persönlich. Geben Sie diese Mail nicht weiter.'),
      ],
      footer: [`Sie bekommen diese Mail jeden Monat, weil Sie ein Jobticket von ${companyName} haben.`],
      unsubscribe: { label: 'Diese monatliche Mail abbestellen', url: unsubscribe },
    };
  return {
    language,
    companyName,
    subject: `Your job ticket for ${month}`,
    preview: `Valid ${period}. Add it to your wallet.`,
    title: `Your job ticket for ${month} is here`,
    parts: [
      paragraph(`Hello ${firstName},`),
      paragraph(
        'Add your ticket to the wallet on your phone. Then you have it with you without a network, too.',
      ),
      {
        type: 'buttons',
        buttons: [
          { label: 'Add to Apple Wallet', url: apple },
          { label: 'Add to Google Wallet', url: google },
        ],
      },
      details(['Valid', period], ['Ticket number', ticketId], ['Your share', amount]),
      note('The ticket is personal. Do not pass this mail on.'),
    ],
    footer: [`You get this mail every month because you have a job ticket from ${companyName}.`],
    unsubscribe: { label: 'Unsubscribe from this monthly mail', url: unsubscribe },
  };
}
