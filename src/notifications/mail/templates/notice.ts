import { type Language, languageOf, writtenLocale } from '../../../../texts/language.ts';
import { formatMinute } from '../../../platform/language/dates.ts';
import { button, entry, type Letter, paragraph } from '../letter/letter.ts';
import { printableName } from '../printable-name.ts';
import { companyWords, integrationName } from './names.ts';
import { isIgnored, refusalReason } from './refusal-reasons.ts';

/** Something that needs an admin. `name` is that of the integration, the key or the webhook's host. */
export type News = { name: string; link: string } & (
  | { notice: 'conflict-found' | 'entries-waiting' | 'invalid-entries'; since: string; count: number }
  | { notice: 'sync-held'; since: string; count: number; hasNewNumbers?: boolean }
  | { notice: 'sync-failed'; since: string }
  /** `count`: how many equal ones there were. `detail` and `places` are for those who build the export. */
  | {
      notice: 'sync-refused';
      since: string;
      status: number;
      code: string;
      count: number;
      detail: string | null;
      places: readonly string[];
    }
  /** `since`: when the roster was expected. `last`: when the last one came. */
  | { notice: 'integration-silent'; since: string; last: string | null }
  | { notice: 'webhook-disabled'; since: string; reason: 'failing' | 'gone' }
  | { notice: 'key-expiring'; until: string }
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
  /** What has happened, and since when. */
  text: string;
  /** What it means for tickets, and what to do. */
  meaning: string;
  action: string;
}

const WORDS: Record<Language, (news: News, show: Show) => Words> = { de: inGerman, en: inEnglish };

/** How values are written in the company's language and time zone. */
interface Show {
  minute: (moment: string) => string;
  number: (count: number) => string;
}

const showIn = ({ locale, timeZone }: NoticeCompany): Show => ({
  minute: (moment) => formatMinute(new Date(moment), locale, timeZone),
  number: (count) => count.toLocaleString(writtenLocale(locale)),
});

export function wordsOf(news: News, company: NoticeCompany): Words {
  return WORDS[languageOf(company.locale)](news, showIn(company));
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
    footer: [FOOTER[language](company.of)],
  };
}

const DIGEST_TITLE: Record<Language, (count: number) => string> = {
  de: (count) => (count === 1 ? 'Ein Hinweis zu Ihren Jobtickets' : `${count} Hinweise zu Ihren Jobtickets`),
  en: (count) =>
    count === 1 ? 'One notice about your job tickets' : `${count} notices about your job tickets`,
};

export function digestLetter(facts: DigestFacts): Letter {
  const { locale, news } = facts;
  const language = languageOf(locale);
  const company = companyWords(language, facts.companyName);
  const items = news.map((each) => ({ ...wordsOf(each, facts), link: each.link }));
  const title = DIGEST_TITLE[language](news.length);
  return {
    language,
    companyName: company.head,
    subject: title,
    preview: items.map((item) => item.title).join(' · '),
    title,
    parts: items.map(({ title: head, text, meaning, action, link }) =>
      entry({ title: head, text: `${text} ${meaning}`, label: action, url: link }),
    ),
    footer: [FOOTER[language](company.of)],
  };
}

const FOOTER: Record<Language, (company: string) => string> = {
  de: (company) =>
    `Sie bekommen diese Mail, weil Sie Admin von ${company} sind. Welche Mails Sie bekommen, stellen Sie im Portal bei Ihrem Konto ein.`,
  en: (company) =>
    `You get this mail because you are an admin of ${company}. You choose in the portal, at your account, which mails you get.`,
};

const TICKETS_STAY: Record<Language, string> = {
  de: 'Bis die nächste Liste übernommen ist, bleiben die Tickets, wie sie sind: Neue Personen bekommen keins, und wer ausgeschieden ist, behält seins.',
  en: 'Until the next roster is applied, tickets stay as they are: new people get none, and people who have left keep theirs.',
};

/** The host of a webhook is an address by its nature. Other names are printed if they look like none. */
function nameIn(language: Language, { notice, name }: News): string {
  if (notice === 'webhook-disabled') return name;
  return notice === 'key-expiring' ? (printableName(name) ?? '…') : integrationName(language, name);
}

function inGerman(news: News, { minute, number }: Show): Words {
  const name = nameIn('de', news);
  switch (news.notice) {
    case 'sync-held': {
      const people = news.count === 1 ? '1 Person' : `${number(news.count)} Personen`;
      const waits = news.count === 1 ? 'wartet' : 'warten';
      if (news.hasNewNumbers)
        return {
          title: `Bitte entscheiden: ${people} von ${name} ${waits} auf Freigabe`,
          text: `Die Liste vom ${minute(news.since)} ist übernommen, aber ${people} ${waits} auf Freigabe: Die Liste führt ungewöhnlich viele Personen unter neuen Personalnummern.`,
          meaning: 'Diese Personen behalten ihre Nummer und ihr Ticket, bis jemand freigibt oder verwirft.',
          action: 'Abgleich ansehen',
        };
      return {
        title: `Bitte entscheiden: ${people} von ${name} ${news.count === 1 ? 'würde' : 'würden'} ausscheiden`,
        text: `Die Liste vom ${minute(news.since)} ist übernommen, aber ${people} ${news.count === 1 ? 'würde' : 'würden'} damit ausscheiden. Das sind mehr, als für diese Anbindung eingestellt ist.`,
        meaning: 'Diese Personen behalten ihr Ticket, bis jemand freigibt oder verwirft.',
        action: 'Abgleich ansehen',
      };
    }
    case 'sync-failed':
      return {
        title: `Eine Liste von ${name} konnte nicht übernommen werden`,
        text: `Die Liste vom ${minute(news.since)} ist angekommen, aber alle Versuche sind fehlgeschlagen. Es wurde nichts geändert.`,
        meaning: TICKETS_STAY.de,
        action: 'Abgleich ansehen',
      };
    case 'sync-refused': {
      const reason = refusalReason('de', news);
      const done = isIgnored(news) ? 'nicht beachtet' : 'abgewiesen';
      return {
        title: `Eine Liste von ${name} wurde ${done}`,
        text:
          news.count === 1
            ? `Das war am ${minute(news.since)}. ${reason}.`
            : `Seit dem ${minute(news.since)} wurden ${number(news.count)} Listen aus dem gleichen Grund ${done}. ${reason}.`,
        meaning: TICKETS_STAY.de,
        action: 'Anbindung ansehen',
      };
    }
    case 'integration-silent':
      return {
        title: `Von ${name} fehlt eine Liste`,
        text: news.last
          ? `Die letzte Liste kam am ${minute(news.last)}. Die nächste wurde bis zum ${minute(news.since)} erwartet.`
          : `Die erste Liste wurde bis zum ${minute(news.since)} erwartet.`,
        meaning: TICKETS_STAY.de,
        action: 'Anbindung ansehen',
      };
    case 'conflict-found':
      return {
        title:
          news.count === 1
            ? `Bitte entscheiden: Wem gehört eine Personalnummer von ${name}?`
            : `Bitte entscheiden: Wem gehören ${number(news.count)} Personalnummern von ${name}?`,
        text: `Seit dem ${minute(news.since)} ${news.count === 1 ? 'scheint eine bekannte Nummer' : 'scheinen bekannte Nummern'} zu einer anderen Person zu gehören.`,
        meaning: 'Bis jemand entscheidet, wird nichts davon übernommen. Wer ein Ticket hat, behält es.',
        action: 'Anbindung ansehen',
      };
    case 'entries-waiting':
      return {
        title:
          news.count === 1
            ? `Bitte entscheiden: Zu wem gehört ein Eintrag von ${name}?`
            : `Bitte entscheiden: Zu wem gehören ${number(news.count)} Einträge von ${name}?`,
        text: `Seit dem ${minute(news.since)} ${news.count === 1 ? 'steht dort die E-Mail-Adresse einer Person' : 'stehen dort E-Mail-Adressen von Personen'}, auf die der sendende API-Schlüssel keinen Zugriff hat.`,
        meaning:
          'Bis jemand entscheidet, wird nichts davon übernommen, und der Schlüssel erfährt nichts über diese Personen. Wer ein Ticket hat, behält es.',
        action: 'Anbindung ansehen',
      };
    case 'webhook-disabled':
      return {
        title: `Der Webhook zu ${name} ist abgeschaltet`,
        text:
          news.reason === 'gone'
            ? `Der Empfänger hat am ${minute(news.since)} geantwortet, dass es die Adresse nicht mehr gibt.`
            : `Seit dem ${minute(news.since)} ist jeder Versuch fehlgeschlagen. Nach drei Tagen wird ein Webhook abgeschaltet.`,
        meaning:
          'Für Tickets ändert sich nichts. Das Programm dort erfährt nichts mehr, bis Sie den Webhook wieder einschalten.',
        action: 'Webhook ansehen',
      };
    case 'key-expiring':
      return {
        title: `Der API-Schlüssel „${name}“ läuft bald ab`,
        text: `Er gilt bis zum ${minute(news.until)}.`,
        meaning:
          'Danach werden Listen abgewiesen, die mit ihm gesendet werden, und die Tickets folgen ihnen nicht mehr. Erstellen Sie vorher einen neuen.',
        action: 'API-Schlüssel ansehen',
      };
    case 'invalid-entries':
      return {
        title: `Listen von ${name} haben immer wieder ungültige Einträge`,
        text: `Das ist seit dem ${minute(news.since)} so. Die letzte Liste hat ${news.count === 1 ? '1 ungültigen Eintrag' : `${number(news.count)} ungültige Einträge`}.`,
        meaning:
          'Für diese Personen ändert sich nichts: Neue bekommen kein Ticket, und wer ausgeschieden ist, behält seins.',
        action: 'Anbindung ansehen',
      };
  }
}

function inEnglish(news: News, { minute, number }: Show): Words {
  const name = nameIn('en', news);
  switch (news.notice) {
    case 'sync-held': {
      const people = news.count === 1 ? '1 person' : `${number(news.count)} people`;
      const wait = news.count === 1 ? 'waits' : 'wait';
      if (news.hasNewNumbers)
        return {
          title: `Please decide: ${people} of ${name} ${wait} for approval`,
          text: `The roster of ${minute(news.since)} has been applied, but ${people} ${wait} for approval: it lists unusually many people under new personnel numbers.`,
          meaning: 'These people keep their numbers and tickets until somebody approves or discards it.',
          action: 'See the sync',
        };
      return {
        title: `Please decide: ${people} of ${name} would be offboarded`,
        text: `The roster of ${minute(news.since)} has been applied, but ${people} would be offboarded by it. That is more than this integration allows.`,
        meaning: 'These people keep their tickets until somebody approves or discards it.',
        action: 'See the sync',
      };
    }
    case 'sync-failed':
      return {
        title: `A roster of ${name} could not be applied`,
        text: `The roster of ${minute(news.since)} has arrived, but every attempt to apply it has failed. Nothing was changed.`,
        meaning: TICKETS_STAY.en,
        action: 'See the sync',
      };
    case 'sync-refused': {
      const reason = refusalReason('en', news);
      const done = isIgnored(news) ? 'ignored' : 'refused';
      return {
        title: `A roster of ${name} was ${done}`,
        text:
          news.count === 1
            ? `That was on ${minute(news.since)}. ${reason}.`
            : `Since ${minute(news.since)}, ${number(news.count)} rosters were ${done} for the same reason. ${reason}.`,
        meaning: TICKETS_STAY.en,
        action: 'See the integration',
      };
    }
    case 'integration-silent':
      return {
        title: `A roster of ${name} is missing`,
        text: news.last
          ? `The last roster came on ${minute(news.last)}. The next one was expected by ${minute(news.since)}.`
          : `The first roster was expected by ${minute(news.since)}.`,
        meaning: TICKETS_STAY.en,
        action: 'See the integration',
      };
    case 'conflict-found':
      return {
        title:
          news.count === 1
            ? `Please decide: whose is a personnel number of ${name}?`
            : `Please decide: whose are ${number(news.count)} personnel numbers of ${name}?`,
        text: `Since ${minute(news.since)}, ${news.count === 1 ? 'a known number seems to belong to another person' : 'known numbers seem to belong to other people'}.`,
        meaning: 'Until somebody decides, nothing of it is applied. People who have a ticket keep it.',
        action: 'See the integration',
      };
    case 'entries-waiting':
      return {
        title:
          news.count === 1
            ? `Please decide: whose is an entry of ${name}?`
            : `Please decide: whose are ${number(news.count)} entries of ${name}?`,
        text: `Since ${minute(news.since)}, ${news.count === 1 ? 'an entry has the e-mail address of somebody' : 'entries have e-mail addresses of people'} to whom the API key that sent it has no access.`,
        meaning:
          'Until somebody decides, nothing of it is applied, and the key learns nothing about these people. People who have a ticket keep it.',
        action: 'See the integration',
      };
    case 'webhook-disabled':
      return {
        title: `The webhook to ${name} is disabled`,
        text:
          news.reason === 'gone'
            ? `On ${minute(news.since)} the receiver answered that the address does not exist any more.`
            : `Every attempt since ${minute(news.since)} has failed. After three days a webhook is disabled.`,
        meaning:
          'Tickets do not change. The program there is told nothing more until you switch the webhook on again.',
        action: 'See the webhook',
      };
    case 'key-expiring':
      return {
        title: `The API key “${name}” expires soon`,
        text: `It is valid until ${minute(news.until)}.`,
        meaning:
          'After that, rosters that are sent with it are refused, and tickets do not follow them any more. Create a new key before.',
        action: 'See the API keys',
      };
    case 'invalid-entries':
      return {
        title: `Rosters of ${name} keep having invalid entries`,
        text: `That has been so since ${minute(news.since)}. The last roster has ${news.count === 1 ? '1 invalid entry' : `${number(news.count)} invalid entries`}.`,
        meaning:
          'Nothing changes for these people: new ones get no ticket, and those who have left keep theirs.',
        action: 'See the integration',
      };
  }
}
