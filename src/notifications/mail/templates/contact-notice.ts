import { type Language, languageOf } from '../../../../texts/language.ts';
import { button, details, type Letter, type Part, paragraph } from '../letter/letter.ts';
import { printableName } from '../printable-name.ts';
import { companyWords, integrationName } from './names.ts';
import { type News, type NoticeCompany, wordsOf } from './notice.ts';

/** A notice to the technical contact of an integration. The contact has no account, so the link of the news is that of a guide. */
export interface ContactNoticeFacts extends NoticeCompany {
  kind: 'contact-notice';
  news: News;
  unsubscribe: string;
}

interface Words {
  held: (name: string) => string;
  /** Who can see more, since the contact has no account. */
  admins: (company: string) => string;
  action: string;
  reason: string;
  /** Where the first invalid values are. */
  places: string;
  footer: (company: string, name: string) => string;
  unsubscribe: string;
}

const WORDS: Record<Language, Words> = {
  de: {
    held: (name) => `Eine Liste von ${name} wartet auf eine Entscheidung`,
    admins: (company) =>
      `Mehr dazu sehen die Admins von ${company} im Portal. Was Sie am Export prüfen können, steht in der Anleitung (auf Englisch).`,
    action: 'Anleitung öffnen',
    reason: 'Antwort der API',
    places: 'Stellen in der Liste',
    footer: (company, name) =>
      `Sie bekommen diese Mail, weil ${company} Ihre Adresse als technischen Kontakt der Anbindung ${name} eingetragen hat.`,
    unsubscribe: 'Diese Mails abbestellen und die Adresse löschen',
  },
  en: {
    held: (name) => `A roster of ${name} waits for a decision`,
    admins: (company) =>
      `The admins of ${company} see more in the portal. The guide says what you can check in the export.`,
    action: 'Open the guide',
    reason: 'Answer of the API',
    places: 'Places in the roster',
    footer: (company, name) =>
      `You get this mail because ${company} has entered your address as the technical contact of the integration ${name}.`,
    unsubscribe: 'Stop these mails and delete the address',
  },
};

/** What the service answered, for somebody who cannot look it up in the portal. The detail names fields as the sender wrote them. */
function technical(news: News, { reason, places }: Words): Part[] {
  if (news.notice !== 'sync-refused') return [];
  const detail = news.detail && printableName(news.detail);
  const rows: [string, string][] = [
    ...(detail ? [[reason, detail] as [string, string]] : []),
    ...(news.places.length > 0 ? [[places, news.places.join(', ')] as [string, string]] : []),
  ];
  return rows.length > 0 ? [details(...rows)] : [];
}

export function contactNoticeLetter(facts: ContactNoticeFacts): Letter {
  const { locale, news, unsubscribe } = facts;
  const language = languageOf(locale);
  const company = companyWords(language, facts.companyName);
  const name = integrationName(language, news.name);
  const words = WORDS[language];
  const { title, text, meaning } = wordsOf(news, facts);
  // An admin is asked to decide. The contact cannot.
  const subject = news.notice === 'sync-held' ? words.held(name) : title;
  return {
    language,
    companyName: company.head,
    subject,
    preview: text,
    title: subject,
    parts: [
      paragraph(text),
      ...technical(news, words),
      paragraph(meaning),
      paragraph(words.admins(company.of)),
      button(words.action, news.link),
    ],
    footer: [words.footer(company.subjectWithin, name)],
    unsubscribe: { label: words.unsubscribe, url: unsubscribe },
  };
}
