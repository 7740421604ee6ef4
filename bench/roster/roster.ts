export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  profileImage: string | null;
  dateOfBirth: string;
  hrId: string;
  startDate: string;
  terminationDate: string | null;
  autoSyncEmployee: boolean | null;
  absences: object[];
}

/** A roster like that of an HR system: about 240 bytes a person. */
export interface BenchRoster {
  people: readonly Person[];
  /** The body of the request up to its syncId, which stands last. */
  head: Buffer;
}

const FIRST_NAMES = [
  'Anna',
  'Björn',
  'Carla',
  'Daniel',
  'Elif',
  'Fabian',
  'Greta',
  'Hannah',
  'Jörg',
  'Katharina',
];
const LAST_NAMES = [
  'Müller',
  'Schmidt',
  'Schneider',
  'Fischer',
  'Weber',
  'Meyer',
  'Yılmaz',
  'Nowak',
  'Groß',
  'Dvořák',
];

const two = (number: number) => String(number).padStart(2, '0');

function person(number: number, isMarried: boolean): Person {
  const lastName = LAST_NAMES[(number * 7) % LAST_NAMES.length] ?? '';
  return {
    firstName: FIRST_NAMES[number % FIRST_NAMES.length] ?? '',
    lastName: isMarried ? `${lastName}-Neu` : lastName,
    email: `person.${number}@beispiel.example`,
    profileImage: null,
    dateOfBirth: `${1960 + (number % 40)}-${two(1 + (number % 12))}-${two(1 + (number % 28))}`,
    hrId: `P${String(number).padStart(8, '0')}`,
    startDate: `${2000 + (number % 24)}-${two(1 + (number % 12))}-01`,
    terminationDate: null,
    autoSyncEmployee: null,
    absences:
      number % 20 === 0
        ? [{ type: 'vacation', startDate: '2026-08-03', endDate: '2026-08-14', status: 'approved' }]
        : [],
  };
}

/** One person in a hundred has a new last name. */
export const SOME_MARRIED = { isMarried: (number: number) => number % 100 === 0 };

/** `isMarried`: who has a new last name, by number. `from`: the first number. */
export function makeRoster(
  people: number,
  { isMarried = () => false, from = 0 }: { isMarried?: (number: number) => boolean; from?: number } = {},
): BenchRoster {
  const everybody = Array.from({ length: people }, (_, index) =>
    person(from + index, isMarried(from + index)),
  );
  const head = Buffer.from(`{"employees":[${everybody.map((each) => JSON.stringify(each)).join(',')}]`);
  return { people: everybody, head };
}

export function bodyOf({ head }: BenchRoster, syncId: string): Buffer {
  return Buffer.concat([head, Buffer.from(`,"syncId":${JSON.stringify(syncId)}}`)]);
}
