/** What the model of docs/sync.md remembers: people and their links, and what a roster says about them. */
import { isDeepStrictEqual } from 'node:util';
import type { Absence } from './absences.ts';

export interface RecordFields {
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
  profileImage: string | null;
}

export interface FactFields {
  startDate: string;
  terminationDate: string | null;
  autoSyncEmployee: boolean | null;
  absences: Absence[];
}

export interface Entry extends RecordFields, FactFields {
  hrId: string;
}

export interface Person extends RecordFields {
  number: number;
}

export interface Link {
  /** The older, the smaller. */
  age: number;
  person: Person;
  integration: number;
  /** None when tied by hand. */
  hrId: string | null;
  present: boolean;
  facts: FactFields | null;
  /** The syncId it was last part of, once it has ended. */
  lastSync: string | null;
}

export type Fields = Record<string, { from: unknown; to: unknown }>;

export const isOfHand = (link: Link) => link.hrId === null;

export function recordOf(entry: RecordFields): RecordFields {
  const { firstName, lastName, email, dateOfBirth, profileImage } = entry;
  return { firstName, lastName, email, dateOfBirth, profileImage };
}

export function factsOf(entry: FactFields): FactFields {
  const { startDate, terminationDate, autoSyncEmployee, absences } = entry;
  return { startDate, terminationDate, autoSyncEmployee, absences };
}

/** What differs, as the list of changes shows it. */
export function differences<Part extends object>(before: Part, after: Part): Fields {
  const keys = Object.keys(after) as (keyof Part & string)[];
  return Object.fromEntries(
    keys
      .filter((key) => !isDeepStrictEqual(before[key], after[key]))
      .map((key) => [key, { from: before[key], to: after[key] }]),
  );
}
