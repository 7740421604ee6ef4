/** A person of the company that the HR systems describe, each in its own words. */
export interface Person {
  /** The system's own id. */
  id: number;
  personnelNumber: string;
  firstName: string;
  lastName: string;
  email: string | null;
  dateOfBirth: string;
  startDate: string;
  terminationDate: string | null;
  hasLeft: boolean;
  absences: Absence[];
  payroll: { costCentre: string; department: string; location: string; legalEntity: string };
}

export interface Absence {
  id: number;
  type: AbsenceTypeName;
  startDate: string;
  /** The last day. Null: open-ended. */
  endDate: string | null;
  isApproved: boolean;
}

export const ABSENCE_TYPES = [
  { id: 11, name: 'Urlaub' },
  { id: 12, name: 'Elternzeit' },
  { id: 13, name: 'Unbezahlter Urlaub' },
  { id: 14, name: 'Krankheit' },
] as const;
type AbsenceTypeName = (typeof ABSENCE_TYPES)[number]['name'];

/** Change `people`, or use the functions below, while a server shows them. */
export interface Company {
  /** The day on which people are active, still to come or gone. */
  today: string;
  people: Person[];
}

interface Options {
  people?: number;
  seed?: number;
  today?: string;
}

/** The same options make the same company. */
export function makeCompany({ people = 100, seed = 1, today = isoDay(new Date()) }: Options = {}): Company {
  const random = randomNumbers(seed);
  return { today, people: Array.from({ length: people }, (_, index) => makePerson(index, today, random)) };
}

function makePerson(index: number, today: string, random: Random): Person {
  const firstName = pick(FIRST_NAMES, random);
  const lastName = pick(LAST_NAMES, random);
  const id = 1001 + index;
  // Fixed shares, so that small companies have everybody too.
  const isFutureHire = index % 20 === 7;
  const hasLeft = index % 10 === 3;
  const isLeaving = index % 25 === 12;
  const startDate = isFutureHire
    ? addDays(today, 3 + whole(random, 60))
    : addDays(today, -400 - whole(random, 6000));
  const terminationDate = hasLeft
    ? addDays(today, -1 - whole(random, 390))
    : isLeaving
      ? addDays(today, 5 + whole(random, 80))
      : null;
  return {
    ...{ id, firstName, lastName, startDate, terminationDate, hasLeft },
    personnelNumber: `P${String(index + 1).padStart(6, '0')}`,
    email: index % 33 === 30 ? null : emailOf(firstName, lastName, id),
    dateOfBirth: addDays('1962-01-01', whole(random, 40 * 365)),
    absences: isFutureHire || hasLeft ? [] : makeAbsences(index, today, random),
    payroll: {
      costCentre: index % 2 === 0 ? '4711' : 'Vertrieb; "Nord"',
      department: index % 3 === 0 ? 'Vertrieb' : 'Montage',
      location: index % 4 === 0 ? 'Halle (Saale)' : 'Leipzig',
      legalEntity: index % 5 === 0 ? 'Beispiel Service GmbH' : 'Beispiel GmbH',
    },
  };
}

function makeAbsences(index: number, today: string, random: Random): Absence[] {
  const found: Omit<Absence, 'id'>[] = [];
  const vacation = addDays(today, whole(random, 120) - 60);
  found.push({ type: 'Urlaub', startDate: vacation, endDate: addDays(vacation, 11), isApproved: true });
  const begin = addDays(today, -1 * whole(random, 200));
  if (index % 15 === 4) found.push({ type: 'Elternzeit', startDate: begin, endDate: null, isApproved: true });
  if (index % 15 === 5)
    found.push({ type: 'Elternzeit', startDate: begin, endDate: addDays(begin, 364), isApproved: true });
  if (index % 15 === 6)
    found.push({
      type: 'Unbezahlter Urlaub',
      startDate: begin,
      endDate: addDays(today, 40),
      isApproved: true,
    });
  if (index % 15 === 9)
    found.push({ type: 'Elternzeit', startDate: begin, endDate: addDays(begin, 200), isApproved: false });
  // Over for years: no window overlaps it.
  if (index % 15 === 11) {
    const early = addDays(today, -2500);
    found.push({ type: 'Elternzeit', startDate: early, endDate: addDays(early, 300), isApproved: true });
  }
  if (index % 5 === 0)
    found.push({ type: 'Krankheit', startDate: begin, endDate: addDays(begin, 3), isApproved: true });
  return found.map((absence, nth) => ({ id: (1001 + index) * 10 + nth, ...absence }));
}

/** One percent, at least one person, marries. Somebody is hired and somebody resigns. */
export function changeSome(company: Company, round = 1): void {
  const { people, today } = company;
  const share = Math.max(1, Math.floor(people.length / 100));
  for (let nth = 0; nth < share; nth++) {
    const person = people[(nth * 100 + round) % people.length];
    if (person) person.lastName = `${person.lastName}-Böhm`;
  }
  const leaver = people.find(({ terminationDate }) => terminationDate === null);
  if (leaver) leaver.terminationDate = addDays(today, 20);
  people.push(makePerson(people.length, today, randomNumbers(1000 + round)));
}

/** The credentials no longer see a tenth of the people, employed or not: nobody says so. */
export function hideTenth(company: Company): void {
  company.people = company.people.filter((_, index) => index % 10 !== 2);
}

/** As if the right to see the date had been withdrawn: the status stays. */
export function dropTerminationDates(company: Company): void {
  for (const person of company.people) person.terminationDate = null;
}

export function addDays(day: string, days: number): string {
  return isoDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000));
}

const isoDay = (date: Date) => date.toISOString().slice(0, 10);

const FIRST_NAMES = [
  ...['Jörg', 'Änne', 'Günther', 'Zoë', 'Søren', 'Łukasz', 'Anna', 'Marie-Luise', 'Ömer', 'Jana'],
  ...['Tim', 'José', 'Ayşe', 'Felix', 'Noémie', 'Karl-Heinz', 'Lena', 'Björn', 'Chloé', 'Paul'],
];
const LAST_NAMES = [
  ...[
    'Müller',
    'Weiß',
    'Größer',
    'von der Höhe',
    "O'Neill",
    'Žižek',
    'Yıldız',
    'Schmidt',
    'Nguyễn',
    'Öztürk',
  ],
  ...['Groß-Lüdecke', 'Meyer', 'Fürst', 'Bäcker', 'Núñez', 'Szczepański', 'Köhler', 'Jäger', 'Vogel', 'Ğ'],
];

function emailOf(firstName: string, lastName: string, id: number): string {
  const plain = (name: string) =>
    name
      .replaceAll('ß', 'ss')
      .normalize('NFD')
      .replaceAll(/[^A-Za-z]/g, '')
      .toLowerCase();
  return `${plain(firstName)}.${plain(lastName) || 'x'}${id}@beispiel.example`;
}

type Random = () => number;

/** From 0 to below 1 (mulberry32). */
function randomNumbers(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const whole = (random: Random, below: number) => Math.floor(random() * below);

function pick<T>(values: readonly T[], random: Random): T {
  const value = values[whole(random, values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
}
