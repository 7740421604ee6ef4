import type { MappedFields, PulledField } from './pulled-fields.ts';
import type { SourceClient } from './source-client.ts';

/** The system says that the credentials may not see this value. */
export const RESTRICTED = Symbol('restricted');

/** A person as the system describes them. */
export interface PulledPerson {
  /** The system's own id, unique and never reused. Absences refer to it. */
  id: string;
  /** Whether the system says that the person has left, whatever the dates say. */
  hasLeft: boolean;
  /**
   * The mapped fields; dates as YYYY-MM-DD. Null: the person has no value. A field that the answer did not contain is
   * left out: that is not the same as null, because systems leave out what a credential may not see.
   */
  fields: Partial<Record<PulledField, string | null | typeof RESTRICTED>>;
  /** Of systems whose people come with their absences, such as files. */
  absences?: readonly Omit<PulledAbsence, 'personId'>[];
}

export interface PulledAbsence {
  /** The `id` of the person. */
  personId: string;
  id: string | null;
  /** The name of the type, as people know it from the system. */
  type: string;
  startDate: string;
  /** The last day. Null: open-ended. */
  endDate: string | null;
}

/** A part of what a system lists. */
export interface Page {
  people?: readonly PulledPerson[];
  absences?: readonly PulledAbsence[];
  /** The number of people in all, if the system tells it. */
  total?: number;
}

/** Which of the system's fields fill a roster. */
export interface Mapping {
  /** The system's name of the field, such as `dynamic_7`. Null: not used; only optional ones may be. */
  fields: Readonly<MappedFields<string | null>>;
  /** The types of absence to ask for: those that can pause a ticket. */
  absenceTypes: readonly AbsenceType[];
  /** Of files: the columns of absences. By default they are guessed from the headings. */
  absenceColumns?: AbsenceColumns;
}

/** Headings of a file. Null: there is no such column. */
export type AbsenceColumns = Readonly<Record<'type' | 'startDate' | 'endDate', string | null>>;

export interface AbsenceType {
  /** As the system identifies it. */
  id: string;
  name: string;
}

/** The absences to ask for: those that overlap this time. It moves once a month, so that an unchanged night has equal bytes. */
export interface AbsenceWindow {
  from: string;
  to: string;
}

/** A file of people. */
export interface SourceFile {
  /** The name, or the last part of the address. Its ending tells NDJSON from JSON. */
  name: string;
  bytes: Buffer;
}

/** How the people of a file are read. */
interface FilePeople {
  /** Of a workbook, by default the first. */
  sheet: string | undefined;
  mapping: Mapping;
  window: AbsenceWindow;
  /** How dates with slashes are written. */
  slashDates: string | undefined;
}

/** Reads files in a thread. Their bytes move there, and the caller has them no more. */
export interface FileReader {
  survey(
    file: SourceFile,
    options: { sheet: string | undefined; absenceTypeColumn: string | undefined },
  ): Promise<Survey>;
  people(file: SourceFile, options: FilePeople): AsyncIterable<Page>;
}

/** What an admin enters to connect a system. All values are texts. */
export interface Input {
  name: string;
  kind: 'text' | 'secret' | 'address' | 'choice' | 'long-secret';
  isRequired: boolean;
  /** Of the kind `choice`. The first one is the default. */
  choices?: readonly string[];
  /** It is asked for only if another input has one of these values. */
  onlyWith?: { input: string; values: readonly string[] };
  /** A regular expression that a value has to match as a whole. */
  pattern?: string;
  /**
   * It decides which server gets the secrets. If it changes, they have to be entered again: otherwise anybody who may change it could
   * have them sent to a server of their own. `once-set`: a first value changes nothing, such as a fingerprint that is confirmed.
   */
  namesReceiver?: 'always' | 'once-set';
}

/** The values of the inputs, secret ones too. */
export type Credentials = Readonly<Record<string, string | undefined>>;

export interface Connection {
  credentials: Credentials;
  client: SourceClient;
  files: FileReader;
  /** Of a system that drops files: the newest one. Undefined: there is none. */
  dropped?: () => Promise<SourceFile | undefined>;
  /** The company's day. Some systems have one status for people who left and people who have not started. */
  today: string;
}

/** What the credentials can see, for setting up a source. */
export interface Survey {
  /** The number of people. Null: the system does not tell it without listing everybody. */
  people: number | null;
  fields: SurveyedField[];
  /** Null where no field fits. */
  guesses: Record<PulledField, string | null>;
  /** Null: the credentials may not see absences, or the system has none to give. */
  absenceTypes: AbsenceType[] | null;
  /** Rights that are missing, as the system calls them. `field` is what they are needed for. */
  missing: { field: PulledField | 'absences'; right: string }[];
  /** Of files: the guesses for `absenceColumns` of the mapping. */
  absenceColumns?: AbsenceColumns;
  /** Nothing was asked yet: the admin first has to confirm this value of an input, such as the fingerprint of a server. */
  toConfirm?: { input: string; value: string };
}

export interface SurveyedField {
  /** The name for the mapping. */
  key: string;
  /** As people know it from the system. */
  label: string;
  /** Values of at most three people, the same people for every field. Null: no value. */
  samples: (string | null)[];
}

/**
 * One HR system. A new one is a folder beside this file, and a line in `systems.ts`. The engine in this folder does the rest: it
 * stages what comes, checks that it is complete, and makes a roster of it.
 */
export interface HrSystem {
  inputs: readonly Input[];
  /** The server's address. Undefined for systems that are not asked by HTTP. */
  baseUrl?: (credentials: Credentials) => string;
  /** Whether it lists people who have left. Then somebody who is missing has not left: they cannot be seen any more. */
  listsLeavers: boolean;
  /** The right that a mapped field needs, as the system calls it; for the message when the field is missing. */
  rights: Readonly<Record<PulledField | 'absences', string>>;
  /** The people come as one file. */
  isFile?: boolean;
  /** Its files come to us: there are no credentials, and a pull begins when a file has come. */
  isDropped?: boolean;
  /** `absenceTypeColumn`: of files, the column whose types are listed, instead of the one that is guessed. */
  survey(connection: Connection, absenceTypeColumn?: string): Promise<Survey>;
  /** Lists everybody: those employed, future hires, and leavers if it can; then the absences. Throws a `SourceError`. */
  list(connection: Connection, mapping: Mapping, window: AbsenceWindow): AsyncIterable<Page>;
}
