import type { AbsenceKind } from '../../domain/person/absence-kinds.ts';
import { MAX_PAYROLL_TEXT_LENGTH, PAYROLL_FIELDS, type Payroll } from '../../domain/person/payroll-fields.ts';
import {
  MAX_EMAIL_LENGTH,
  MAX_HR_ID_LENGTH,
  MAX_NAME_LENGTH,
  MAX_WEB_ADDRESS_LENGTH,
} from '../../domain/person/rules.ts';

/** One person as the HR system describes them, checked. Absent optional fields are null. */
export interface RosterEntry {
  position: number;
  hrId: string;
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
  profileImage: string | null;
  startDate: string;
  terminationDate: string | null;
  autoSync: boolean | null;
  absences: readonly Absence[];
  /** Null: the entry has none of the payroll fields. */
  payroll: Payroll | null;
}

/** An entry as it is stored. An invalid one has its number and, if that is valid, its e-mail address; all else is null. */
export type StagedEntry = { [Field in keyof RosterEntry]: RosterEntry[Field] | null } & Pick<
  RosterEntry,
  'position' | 'hrId' | 'absences'
>;

export function invalidEntry(position: number, hrId: string, email: string | null): StagedEntry {
  return {
    position,
    hrId,
    firstName: null,
    lastName: null,
    email,
    dateOfBirth: null,
    profileImage: null,
    startDate: null,
    terminationDate: null,
    autoSync: null,
    absences: [],
    payroll: null,
  };
}

/** The names of the fields on the wire that have a column of their own, in the order of the columns of `roster_entries`. */
export const COLUMN_FIELDS = [
  'hrId',
  'firstName',
  'lastName',
  'email',
  'dateOfBirth',
  'profileImage',
  'startDate',
  'terminationDate',
  'autoSyncEmployee',
  'absences',
] as const;

/** All names of fields on the wire. Those for payroll share a column. */
export const ENTRY_FIELDS = [...COLUMN_FIELDS, ...PAYROLL_FIELDS] as const;

export const ABSENCE_STATUSES = ['approved', 'requested', 'declined', 'cancelled'] as const;

/** Stored with the link: known fields only, in a fixed order, so that equal absences are equal texts. */
export interface Absence {
  type: string;
  /** Derived from the type, not sent. Null if the type is unknown. */
  kind: AbsenceKind | null;
  startDate: string;
  endDate: string | null;
  status: (typeof ABSENCE_STATUSES)[number];
  paid: boolean | null;
  id: string | null;
  halfDayStart: boolean;
  halfDayEnd: boolean;
}

export const ABSENCE_FIELDS: readonly Exclude<keyof Absence, 'kind'>[] = [
  'type',
  'startDate',
  'endDate',
  'status',
  'paid',
  'id',
  'halfDayStart',
  'halfDayEnd',
];

export const MAX_LENGTHS = {
  hrId: MAX_HR_ID_LENGTH,
  firstName: MAX_NAME_LENGTH,
  lastName: MAX_NAME_LENGTH,
  email: MAX_EMAIL_LENGTH,
  profileImage: MAX_WEB_ADDRESS_LENGTH,
  payroll: MAX_PAYROLL_TEXT_LENGTH,
  absenceType: 100,
  absenceId: 200,
} as const;
export const MAX_ABSENCES = 1000;
