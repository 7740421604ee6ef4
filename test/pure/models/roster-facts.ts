/** The data of the sync model: people, their links, and the entries of rosters. */
import { isDeepStrictEqual } from 'node:util';
import type { Absence } from './absences.ts';

export interface RecordFields {
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
  profileImage: string | null;
}

/** Null: not listed. */
export interface PayrollFields {
  personnelNumber: string | null;
  costCentre: string | null;
  department: string | null;
  location: string | null;
  legalEntity: string | null;
}

export const NO_PAYROLL: PayrollFields = {
  personnelNumber: null,
  costCentre: null,
  department: null,
  location: null,
  legalEntity: null,
};

export interface FactFields extends PayrollFields {
  startDate: string;
  terminationDate: string | null;
  autoSyncEmployee: boolean | null;
  absences: Absence[];
}

export interface Entry extends RecordFields, FactFields {
  hrId: string;
}

/** A day that does not exist, and a text that is no e-mail address. */
export const NO_DAY = '2025-02-30';
export const NO_ADDRESS = 'nobody';

export const isInvalid = ({ dateOfBirth, email }: Entry) => dateOfBirth === NO_DAY || email === NO_ADDRESS;

export interface Person extends RecordFields {
  number: number;
}

/** The fields that tell whether two entries can be the same person. */
export type Identity = Pick<RecordFields, 'firstName' | 'email' | 'dateOfBirth'>;

export interface Link {
  /** Ascending: the oldest link has the smallest number. */
  age: number;
  person: Person;
  integration: number;
  /** Null for a manual link. */
  hrId: string | null;
  present: boolean;
  facts: FactFields | null;
  /** What its number last listed. Null for a manual link. */
  listed: RecordFields | null;
  /** The syncId of the last sync that listed it, if the link has ended or its end is held. */
  lastSync: string | null;
}

export type Fields = Record<string, { from: unknown; to: unknown }>;

export const isManual = (link: Link) => link.hrId === null;

export function recordOf(entry: RecordFields): RecordFields {
  const { firstName, lastName, email, dateOfBirth, profileImage } = entry;
  return { firstName, lastName, email, dateOfBirth, profileImage };
}

export function factsOf(entry: FactFields): FactFields {
  const { startDate, terminationDate, autoSyncEmployee, absences } = entry;
  return { startDate, terminationDate, autoSyncEmployee, absences, ...payrollOf(entry) };
}

export function payrollOf(entry: PayrollFields): PayrollFields {
  const { personnelNumber, costCentre, department, location, legalEntity } = entry;
  return { personnelNumber, costCentre, department, location, legalEntity };
}

/** Returns the differing fields as the list of changes shows them. */
export function differences<Part extends object>(before: Part, after: Part): Fields {
  const keys = Object.keys(after) as (keyof Part & string)[];
  return Object.fromEntries(
    keys
      .filter((key) => !isDeepStrictEqual(before[key], after[key]))
      .map((key) => [key, { from: before[key], to: after[key] }]),
  );
}
