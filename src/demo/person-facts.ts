import type { Person } from './person.ts';
import type { Timeline } from './timeline.ts';

const MAIL_DOMAIN = 'lindenau.example';

export function dateOfBirth(person: Person, { today }: Timeline): string {
  return `${Number(today.slice(0, 4)) - person.age}-${person.birthday}`;
}

export function emailOf(person: Person): string {
  return person.email ?? `${localPart(person)}@${MAIL_DOMAIN}`;
}

/** Every third person has a picture. */
export function pictureOf(person: Person, index: number): string | null {
  return index % 3 === 0 ? `https://example.com/people/${localPart(person)}.jpg` : null;
}

const SPELLED: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ł: 'l',
  ı: 'i',
  ø: 'oe',
  đ: 'd',
};

/** Spells a name as e-mail addresses do: Jürgen Groß becomes juergen.gross. */
function localPart(person: Person): string {
  const spell = (name: string) =>
    name
      .toLowerCase()
      .replace(/[äöüßłıøđ]/g, (letter) => SPELLED[letter] ?? letter)
      .normalize('NFD')
      .replace(/[^a-z -]/g, '')
      .replaceAll(' ', '-');
  return `${spell(person.firstName)}.${spell(person.lastName)}`.slice(0, 64);
}
