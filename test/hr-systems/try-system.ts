import assert from 'node:assert/strict';
import type { PayrollField } from '../../src/domain/person/payroll-fields.ts';
import { publicAddressRule } from '../../src/platform/outgoing/address-rules.ts';
import { createHostResolver } from '../../src/platform/outgoing/resolve-host.ts';
import { FileThreads } from '../../src/rosters/pull/files/file-threads.ts';
import type {
  AbsenceWindow,
  Connection,
  Credentials,
  HrSystem,
  Mapping,
  PulledAbsence,
  PulledPerson,
} from '../../src/rosters/pull/hr-system.ts';
import { isOptional, PULLED_FIELDS, type PulledField } from '../../src/rosters/pull/pulled-fields.ts';
import { createSourceClient, type SourceLimits } from '../../src/rosters/pull/source-client.ts';
import { type SourceCode, SourceError } from '../../src/rosters/pull/source-error.ts';
import type { Company, Person } from './people.ts';

const LIMITS: SourceLimits = {
  ...{ answerMs: 20_000, answerBytes: 50_000_000 },
  ...{ requests: 1000, bytes: 200_000_000, ms: 120_000 },
};

/** The types of absence that pause a ticket. */
const PAUSING_TYPES = ['Elternzeit', 'Unbezahlter Urlaub'];

export interface Trial {
  connection: Connection;
  /** The pauses that were asked for, in milliseconds. Nobody waits. */
  pauses: number[];
  /** Called instead of each pause. */
  onPause: (() => unknown) | undefined;
}

/** Connects to a system on this machine. */
export function trialOf(
  system: HrSystem,
  { credentials, company, url }: { credentials: Credentials; company: Company; url?: string },
  limits: Partial<SourceLimits> = {},
): Trial {
  const pauses: number[] = [];
  const client = createSourceClient({
    baseUrl: url ?? system.baseUrl?.(credentials),
    rule: publicAddressRule(true),
    resolve: createHostResolver(),
    limits: { ...LIMITS, ...limits },
    signal: new AbortController().signal,
    async pause(ms) {
      pauses.push(ms);
      await trial.onPause?.();
    },
  });
  const files = new FileThreads().readerFor(1, client.signal);
  const trial: Trial = {
    ...{ pauses, onPause: undefined },
    connection: { credentials, today: company.today, client, files },
  };
  return trial;
}

export const windowOf = ({ today }: Company): AbsenceWindow => ({
  from: `${Number(today.slice(0, 4)) - 1}${today.slice(4, 7)}-01`,
  to: `${Number(today.slice(0, 4)) + 1}${today.slice(4, 7)}-01`,
});

/** A mapping by what the survey guesses. Everything must have been guessed. */
export async function mappingByGuess(
  system: HrSystem,
  connection: Connection,
  chosen: Partial<Record<PulledField, string | null>> = {},
): Promise<Mapping> {
  const { guesses, absenceTypes } = await system.survey(connection);
  const fields = { ...guesses, ...chosen };
  for (const field of PULLED_FIELDS)
    assert.ok(fields[field] || isOptional(field), `nothing is guessed for ${field}`);
  return { fields, absenceTypes: (absenceTypes ?? []).filter(({ name }) => PAUSING_TYPES.includes(name)) };
}

export interface Listed {
  people: PulledPerson[];
  absences: PulledAbsence[];
  totals: (number | undefined)[];
}

/** Everything that a system lists. Absences that come with their people are taken out. */
export async function listAll(
  system: HrSystem,
  connection: Connection,
  mapping: Mapping,
  window: AbsenceWindow,
): Promise<Listed> {
  const listed: Listed = { people: [], absences: [], totals: [] };
  for await (const { people = [], absences = [], total } of system.list(connection, mapping, window)) {
    listed.totals.push(total);
    listed.absences.push(...absences);
    for (const { absences: own = [], ...person } of people) {
      listed.people.push(person);
      listed.absences.push(...own.map((absence) => ({ personId: person.id, ...absence })));
    }
  }
  return listed;
}

interface Expected {
  id: (person: Person) => string;
  /** By default the personnel number. */
  hrId?: (person: Person) => string;
  isListed?: (person: Person) => boolean;
  hasLeft?: (person: Person) => boolean;
  /** The end of an open-ended absence, in systems that need one. */
  openEnd?: string;
  /** The payroll fields that are mapped. */
  payroll?: readonly PayrollField[];
}

const payrollOf = ({ personnelNumber, payroll }: Person) => ({ personnelNumber, ...payroll });

/** Compares what a system lists with the company that its server shows. */
export function assertListed(listed: Listed, company: Company, expected: Expected): void {
  const { id, hrId = ({ personnelNumber }) => personnelNumber } = expected;
  const { payroll = [], isListed = () => true, hasLeft = (person) => person.hasLeft } = expected;
  const people = company.people.filter(isListed);
  assert.deepEqual(
    listed.people,
    people.map((person) => ({
      id: id(person),
      hasLeft: hasLeft(person),
      fields: {
        hrId: hrId(person),
        firstName: person.firstName,
        lastName: person.lastName,
        email: person.email,
        dateOfBirth: person.dateOfBirth,
        startDate: person.startDate,
        terminationDate: person.terminationDate,
        ...Object.fromEntries(payroll.map((field) => [field, payrollOf(person)[field]])),
      },
    })),
  );
  const { from, to } = windowOf(company);
  const absences = people.flatMap((person) =>
    person.absences
      .filter(({ type, isApproved }) => isApproved && PAUSING_TYPES.includes(type))
      .filter(({ startDate, endDate }) => startDate <= to && (endDate === null || endDate >= from))
      .map(({ type, startDate, endDate }) => ({
        ...{ personId: id(person), type, startDate },
        endDate: endDate ?? expected.openEnd ?? null,
      })),
  );
  assert.ok(absences.length > 0, 'the company has absences');
  const withoutIds = listed.absences.map(({ id: _, ...absence }) => absence);
  const key = (absence: object) => JSON.stringify(Object.entries(absence).sort());
  assert.deepEqual(withoutIds.map(key).sort(), absences.map(key).sort());
}

/** Asserts that the work ends with this code. Returns the error. */
export async function failsWith(
  work: Promise<unknown>,
  code: SourceCode,
  words?: RegExp,
): Promise<SourceError> {
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  );
  if (error === undefined) assert.fail(`Nothing failed; ${code} was expected.`);
  if (!(error instanceof SourceError)) throw error;
  assert.equal(error.code, code, error.message);
  if (words) assert.match(error.detail, words);
  return error;
}
