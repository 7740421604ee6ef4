import type { RefusalRule } from '../en/refusals.ts';

const germanDay = (day = '') => day.split('-').toReversed().join('.');

/** What no rule knows is shown as the service says it. */
export const refusals: RefusalRule[] = [
  { said: /there is no subscription/, means: () => 'Es gibt kein Abo.' },
  { said: /the subscription has not begun/, means: () => 'Das Abo hat noch nicht begonnen.' },
  {
    said: /the subscription is active and nothing is scheduled/,
    means: () => 'Das Abo läuft, und nichts ist geplant.',
  },
  { said: /the subscription is about to be paused/, means: () => 'Eine Pause des Abos steht bevor.' },
  { said: /the subscription is paused/, means: () => 'Das Abo ist pausiert.' },
  { said: /the subscription is about to end/, means: () => 'Das Abo läuft aus.' },
  { said: /the subscription has ended/, means: () => 'Das Abo ist beendet.' },
  { said: /it has been cancelled already/, means: () => 'Es ist schon gekündigt.' },
  { said: /this plan is already in force/, means: () => 'Dieser Tarif gilt schon.' },
  { said: /an offer is waiting for an answer/, means: () => 'Ein Angebot wartet noch auf Antwort.' },
  {
    said: /the HR system does not list this person any more/,
    means: () => 'Das HR-System nennt diese Person nicht mehr.',
  },
  {
    said: /the employment ends on ([\d-]+)/,
    means: (day) => `Die Beschäftigung endet am ${germanDay(day)}.`,
  },
  {
    said: /the employment begins on ([\d-]+)/,
    means: (day) => `Die Beschäftigung beginnt am ${germanDay(day)}.`,
  },
  { said: /there is a ticket for this month/, means: () => 'Für diesen Monat gibt es ein Ticket.' },
  { said: /this month is paused/, means: () => 'Dieser Monat ist pausiert.' },
  {
    said: /the first month that can still be paused is (\d{4})-(\d{2})/,
    means: (year, month) => `Frühestens kann ${month}/${year} pausiert werden.`,
  },
  { said: /the pause would end before it begins/, means: () => 'Die Pause würde enden, bevor sie beginnt.' },
  {
    said: /the pause comes from an absence in the HR system/,
    means: () => 'Die Pause kommt von einer Abwesenheit im HR-System und endet mit ihr.',
  },
  { said: /no pause is under way or ahead/, means: () => 'Keine Pause läuft oder steht bevor.' },
  { said: /the end comes from the HR system/, means: () => 'Das Ende kommt aus dem HR-System.' },
  { said: /nobody has cancelled the subscription/, means: () => 'Niemand hat das Abo gekündigt.' },
  {
    said: /already linked to this integration/,
    means: () => 'Diese Person ist mit dieser Anbindung schon verknüpft.',
  },
  {
    said: /This key has been revoked/,
    means: () => 'Dieser Schlüssel ist widerrufen. Erzeugen Sie einen neuen.',
  },
  {
    said: /can be downloaded only once it has been accepted/,
    means: () => 'Ein Vertrag kann erst heruntergeladen werden, wenn er angenommen ist.',
  },
  {
    said: /already signs in to the portal/,
    means: () => 'Mit dieser E-Mail-Adresse meldet sich schon jemand im Portal an.',
  },
  {
    said: /By now (\d+) people wait for it/,
    means: (people) => `Inzwischen sind es ${people} Personen. Bitte sehen Sie sie noch einmal an.`,
  },
  {
    said: /the last admin of the company/,
    means: () => 'Das ist der letzte Administrator. Machen Sie zuerst jemand anderen dazu.',
  },
];
