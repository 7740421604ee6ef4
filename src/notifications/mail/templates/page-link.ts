import { languageOf } from '../../../../texts/language.ts';
import { formatDay } from '../../../platform/language/dates.ts';
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
  const until = answerUntil ? formatDay(answerUntil, locale) : null;
  if (language === 'de')
    return {
      language,
      companyName: company.head,
      subject: until ? 'Ihr Jobticket: Ein Vertrag wartet auf Ihre Antwort' : 'Der Link zu Ihrem Jobticket',
      preview: until
        ? `Bitte antworten Sie bis zum ${until}.`
        : 'Ticket, Vertrag und Belege auf einer Seite.',
      title: until ? 'Ihr Vertrag wartet auf Ihre Antwort' : 'Ihr Jobticket auf einer Seite',
      parts: [
        paragraph(greeting(language, facts)),
        ...(until
          ? [
              paragraph(
                `für Ihr Jobticket wartet ein Vertrag auf Sie. Bitte lesen Sie ihn auf Ihrer Seite und antworten Sie bis zum ${until}.`,
              ),
              paragraph('Auf dieser Seite finden Sie auch Ihr Ticket und Ihre Belege.'),
            ]
          : [paragraph('hier finden Sie Ihr Ticket, Ihren Vertrag und Ihre Belege.')]),
        button('Meine Seite öffnen', link),
        note('Der Link ist nur für Sie. Beim ersten Öffnen fragt die Seite nach Ihrem Geburtsdatum.'),
      ],
      footer: [
        isRequested
          ? 'Diesen Link hat jemand mit Ihrer Adresse angefordert. Wenn Sie es nicht waren, können Sie diese Mail löschen.'
          : 'Ihr Arbeitgeber sendet Ihnen diesen Link. Fragen beantwortet er gern.',
      ],
    };
  return {
    language,
    companyName: company.head,
    subject: until ? 'Your job ticket: a contract waits for your answer' : 'The link to your job ticket',
    preview: until ? `Please answer until ${until}.` : 'Ticket, contract and receipts on one page.',
    title: until ? 'Your contract waits for your answer' : 'Your job ticket on one page',
    parts: [
      paragraph(greeting(language, facts)),
      ...(until
        ? [
            paragraph(
              `A contract for your job ticket waits for you. Please read it on your page and answer until ${until}.`,
            ),
            paragraph('On this page you also find your ticket and your receipts.'),
          ]
        : [paragraph('Here you find your ticket, your contract and your receipts.')]),
      button('Open my page', link),
      note('The link is only for you. The first time you open it, the page asks for your date of birth.'),
    ],
    footer: [
      isRequested
        ? 'Somebody requested this link with your address. If it was not you, delete this mail.'
        : 'Your employer sends you this link. Please ask them if you have questions.',
    ],
  };
}
