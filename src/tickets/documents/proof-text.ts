import type { Language } from '../../../texts/language.ts';
import { formatDayOf } from '../../platform/language/dates.ts';
import type { NamedParty, Proof } from '../subscriptions/proof.ts';

/** So many users are named. A company rarely has more admins. */
const MAX_NAMED = 10;

interface Words {
  mailed: (address: string) => string;
  changed: (day: string, by: string) => string;
  shown: (users: string) => string;
  shownToNobody: string;
  more: (count: number) => string;
  paper: string;
  party: Record<NamedParty['type'], (name: string) => string>;
}

const WORDS: Record<Language, Words> = {
  de: {
    mailed: (address) => `Über einen Link, der nur per Mail an ${address} ging.`,
    changed: (day, by) => `Diese Adresse wurde am ${day} geändert, von ${by}.`,
    shown: (users) => `Über einen Link, den das Portal auch diesen Benutzern gezeigt hat: ${users}.`,
    shownToNobody: 'Über einen Link, der nicht nur per Mail verschickt wurde.',
    more: (count) => `und ${count} weitere`,
    paper: 'Auf Papier. Der Scan ist ein eigenes Dokument.',
    party: {
      operator: () => 'Betreiber',
      system: () => 'Dienst',
      'portal-user': (name) => name,
      'api-key': (name) => `API-Schlüssel „${name}“`,
      sync: (name) => `Personalliste „${name}“`,
    },
  },
  en: {
    mailed: (address) => `By a link that went to ${address} by mail only.`,
    changed: (day, by) => `This address was changed on ${day}, by ${by}.`,
    shown: (users) => `By a link that the portal has also shown to these users: ${users}.`,
    shownToNobody: 'By a link that was not sent by mail only.',
    more: (count) => `and ${count} more`,
    paper: 'On paper. The scan is a document of its own.',
    party: {
      operator: () => 'operator',
      system: () => 'service',
      'portal-user': (name) => name,
      'api-key': (name) => `API key “${name}”`,
      sync: (name) => `roster “${name}”`,
    },
  },
};

/** How the contract was accepted, as the PDF says it (docs/employee-page.md). */
export function proofText(
  { by, mailedTo, addressChanged, shownTo = [] }: Proof,
  language: Language,
  { locale, timeZone }: { locale: string; timeZone: string },
): string {
  const words = WORDS[language];
  const party = ({ type, name }: NamedParty) => words.party[type](name ?? '–');
  if (by === 'paper') return words.paper;
  if (by === 'shown') {
    if (shownTo.length === 0) return words.shownToNobody;
    const named = shownTo.slice(0, MAX_NAMED).map(party);
    const left = shownTo.length - named.length;
    return words.shown(left > 0 ? `${named.join(', ')} ${words.more(left)}` : named.join(', '));
  }
  const sentence = words.mailed(mailedTo ?? '–');
  if (!addressChanged) return sentence;
  const day = formatDayOf(new Date(addressChanged.at), locale, timeZone);
  return `${sentence} ${words.changed(day, party(addressChanged.by))}`;
}
