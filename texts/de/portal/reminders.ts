import type { reminders as en } from '../../en/portal/reminders.ts';
import { n } from '../number.ts';

const people = (count: number) => (count === 1 ? '1 Person' : `${n(count)} Personen`);
const get = (count: number) => (count === 1 ? 'bekommt' : 'bekommen');

export const reminders: typeof en = {
  progress: 'Verlauf',
  mailed: (day) => `gemailt ${day}`,
  notMailed: 'nicht gemailt',
  reminded: (day) => `erinnert ${day}`,
  opened: (day) => `geöffnet ${day}`,
  notOpened: 'nicht geöffnet',
  remind: 'Alle erinnern',
  title: 'Alle erinnern, die noch nicht geantwortet haben?',
  none: 'Zurzeit kann niemand erinnert werden.',
  counts: {
    remind: (count) => `${people(count)} ${get(count)} eine Erinnerung.`,
    offer: (count) => `${people(count)} ${get(count)} die erste Mail mit dem Link.`,
    recent: (count) =>
      `${people(count)}: ausgelassen, in den letzten 24 Stunden ging schon eine Mail hinaus.`,
    undeliverable: (count) => `${people(count)}: ausgelassen, der Mailserver lehnt die Adresse ab.`,
    paused: (count) => `${people(count)}: ausgelassen, das Abo ist pausiert.`,
  },
  done: (count) => (count === 1 ? '1 Mail ist unterwegs.' : `${n(count)} Mails sind unterwegs.`),
  undeliverable: 'Unzustellbar',
  undeliverableText:
    'Der Mailserver hat die letzte Mail an diese Adressen endgültig abgelehnt. Berichtigen Sie die Adresse im HR-System oder bei der Person. Dann verschwindet sie hier von selbst.',
  noneUndeliverable: 'Alle Mails kommen an',
  noneUndeliverableText: 'Der Mailserver hat keine Adresse abgelehnt.',
  refusedOn: 'Abgelehnt',
  answer: 'Antwort des Mailservers',
};
