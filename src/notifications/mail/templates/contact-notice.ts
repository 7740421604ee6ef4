import { TEXTS } from '../../../../texts/catalogue.ts';
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

type Words = (typeof TEXTS)[Language]['mails']['contactNotice'];

/** The answer of the service, for a reader without access to the portal. The detail names fields as the sender wrote them. */
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
  const words = TEXTS[language].mails.contactNotice;
  const { title, text, meaning } = wordsOf(news, facts);
  // An admin is asked to decide. The contact cannot.
  const isHeld = news.notice === 'sync-held' || news.notice === 'group-moves-held';
  const subject = isHeld ? words.held(name) : title;
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
      paragraph(words.portal(company.of)),
      button(words.action, news.link),
    ],
    footer: [words.footer(company.subjectWithin, name)],
    unsubscribe: { label: words.unsubscribe, url: unsubscribe },
  };
}
