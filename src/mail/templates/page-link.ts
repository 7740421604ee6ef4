import { languageOf } from '../../language/language.ts';
import { button, type Letter, note, paragraph } from '../letter/letter.ts';

export interface PageLinkFacts {
  kind: 'page-link';
  companyName: string;
  locale: string;
  firstName: string;
  lastName: string;
  link: string;
  /** Whether the person asked for the link. Otherwise the employer sends it. */
  isRequested: boolean;
}

export function pageLinkLetter({
  companyName,
  locale,
  firstName,
  lastName,
  link,
  isRequested,
}: PageLinkFacts): Letter {
  const language = languageOf(locale);
  if (language === 'de')
    return {
      language,
      companyName,
      subject: 'Der Link zu Ihrem Jobticket',
      preview: 'Ticket, Vertrag und Belege auf einer Seite.',
      title: 'Ihr Jobticket auf einer Seite',
      parts: [
        paragraph(`Guten Tag ${firstName} ${lastName},`),
        paragraph('hier finden Sie Ihr Ticket, Ihren Vertrag und Ihre Belege.'),
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
    companyName,
    subject: 'The link to your job ticket',
    preview: 'Ticket, contract and receipts on one page.',
    title: 'Your job ticket on one page',
    parts: [
      paragraph(`Hello ${firstName},`),
      paragraph('Here you find your ticket, your contract and your receipts.'),
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
