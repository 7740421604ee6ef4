import { TEXTS } from '../../../../texts/catalogue.ts';
import type { Count } from '../../../../texts/en/mails/notices.ts';
import { formatMinute, formatMonth } from '../../../../texts/format.ts';
import { type Language, languageOf, writtenLocale } from '../../../../texts/language.ts';
import { button, entry, type Letter, paragraph } from '../letter/letter.ts';
import { printableName } from '../printable-name.ts';
import { companyWords, integrationName } from './names.ts';
import { isIgnored, isNotFetched, refusalReason } from './refusal-reasons.ts';

/** Something that needs an admin. `name` is that of the integration, the key or the webhook's host; of a month it is empty. */
export type News = { name: string; link: string } & (
  | { notice: 'conflict-found' | 'entries-waiting' | 'invalid-entries'; since: string; count: number }
  | { notice: 'sync-held'; since: string; count: number; hasNewNumbers?: boolean }
  | { notice: 'requests-waiting'; since: string; count: number }
  /** `outOf`: the people of the company, or those whom the integration listed before. */
  | { notice: 'group-moves-held' | 'large-offboarding'; since: string; count: number; outOf: number }
  | { notice: 'sync-failed'; since: string }
  /** `count`: how many equal ones there were. `detail` and `places` are for those who build the export. */
  | {
      notice: 'sync-refused';
      since: string;
      status: number;
      code: string;
      count: number;
      detail: string | null;
      /** What the HR system does not show, and the right to grant. */
      field: string | null;
      right: string | null;
      places: readonly string[];
    }
  /** `since`: when the roster was expected. `last`: when the last one came. */
  | { notice: 'integration-silent'; since: string; last: string | null }
  | { notice: 'webhook-disabled'; since: string; reason: 'failing' | 'gone' }
  | { notice: 'key-expiring'; until: string }
  /** `month`: YYYY-MM. */
  | { notice: 'month-ready'; month: string }
);

/** The company that a notice is about. */
export interface NoticeCompany {
  companyName: string;
  locale: string;
  timeZone: string;
}

export interface NoticeFacts extends NoticeCompany {
  kind: 'notice';
  news: News;
}

export interface DigestFacts extends NoticeCompany {
  kind: 'digest';
  news: News[];
}

interface Words {
  title: string;
  /** The event and its time. */
  text: string;
  /** The consequence for tickets, and the action to take. */
  meaning: string;
  action: string;
}

export function wordsOf(news: News, { locale, timeZone }: NoticeCompany): Words {
  const language = languageOf(locale);
  const words = TEXTS[language].mails.notices;
  const name = nameIn(language, news);
  const minute = (moment: string) => formatMinute(new Date(moment), locale, timeZone);
  if (news.notice === 'key-expiring') return words.keyExpiring(name, minute(news.until));
  if (news.notice === 'month-ready') return words.monthReady(formatMonth(`${news.month}-01`, locale));
  const since = minute(news.since);
  switch (news.notice) {
    case 'sync-held':
      return words[news.hasNewNumbers ? 'heldNumbers' : 'held'](name, since, countIn(locale, news.count));
    case 'sync-failed':
      return words.failed(name, since);
    case 'sync-refused': {
      const count = countIn(locale, news.count);
      const reason = refusalReason(language, news);
      if (isNotFetched(news)) return words.notFetched(name, since, count, reason);
      return words.refused(name, since, count, reason, isIgnored(news));
    }
    case 'integration-silent':
      return words.silent(name, since, news.last && minute(news.last));
    case 'conflict-found':
      return words.conflicts(name, since, countIn(locale, news.count));
    case 'entries-waiting':
      return words.entriesWaiting(name, since, countIn(locale, news.count));
    case 'webhook-disabled':
      return words.webhookDisabled(name, since, news.reason);
    case 'requests-waiting':
      return words.requestsWaiting(since, countIn(locale, news.count));
    case 'group-moves-held':
      return words.groupMovesHeld(name, since, countIn(locale, news.count), countIn(locale, news.outOf));
    case 'large-offboarding':
      return words.largeOffboarding(name, since, countIn(locale, news.count), countIn(locale, news.outOf));
    case 'invalid-entries':
      return words.invalidEntries(name, since, countIn(locale, news.count));
  }
}

const countIn = (locale: string, number: number): Count => ({
  number,
  shown: number.toLocaleString(writtenLocale(locale)),
});

/** The host of a webhook is an address by its nature. Other names are printed if they look like none. */
function nameIn(language: Language, { notice, name }: News): string {
  if (notice === 'webhook-disabled') return name;
  return notice === 'key-expiring' ? (printableName(name) ?? '…') : integrationName(language, name);
}

export function noticeLetter(facts: NoticeFacts): Letter {
  const { locale, news } = facts;
  const language = languageOf(locale);
  const company = companyWords(language, facts.companyName);
  const { title, text, meaning, action } = wordsOf(news, facts);
  return {
    language,
    companyName: company.head,
    subject: title,
    preview: text,
    title,
    parts: [paragraph(text), paragraph(meaning), button(action, news.link)],
    footer: [TEXTS[language].mails.notices.footer(company.of)],
  };
}

export function digestLetter(facts: DigestFacts): Letter {
  const { locale, news } = facts;
  const language = languageOf(locale);
  const company = companyWords(language, facts.companyName);
  const items = news.map((each) => ({ ...wordsOf(each, facts), link: each.link }));
  const title = TEXTS[language].mails.notices.digest(countIn(locale, news.length));
  return {
    language,
    companyName: company.head,
    subject: title,
    preview: items.map((item) => item.title).join(' · '),
    title,
    parts: items.map(({ title: head, text, meaning, action, link }) =>
      entry({ title: head, text: `${text} ${meaning}`, label: action, url: link }),
    ),
    footer: [TEXTS[language].mails.notices.footer(company.of)],
  };
}
