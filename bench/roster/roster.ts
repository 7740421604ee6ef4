/** A roster as an HR system would write it: about 250 bytes a person. */
export interface BenchRoster {
  entries: readonly object[];
  /** The body of the request but for its syncId, which stands last. */
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

function person(number: number, lastName: string): object {
  const firstName = FIRST_NAMES[number % FIRST_NAMES.length] ?? '';
  return {
    firstName,
    lastName,
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

/** `married` of them, one in a hundred or none, have another last name. */
export function makeRoster(people: number, married = false): BenchRoster {
  const entries = Array.from({ length: people }, (_, number) => {
    const lastName = LAST_NAMES[(number * 7) % LAST_NAMES.length] ?? '';
    return person(number, married && number % 100 === 0 ? `${lastName}-Neu` : lastName);
  });
  const parts: string[] = ['{"employees":['];
  for (const [index, entry] of entries.entries()) parts.push(index === 0 ? '' : ',', JSON.stringify(entry));
  parts.push(']');
  return { entries: people <= 100_000 ? entries : [], head: Buffer.from(parts.join('')) };
}

export function bodyOf({ head }: BenchRoster, syncId: string): Buffer {
  return Buffer.concat([head, Buffer.from(`,"syncId":${JSON.stringify(syncId)}}`)]);
}
