import { InvalidArgumentError, Option } from 'commander';
import { MAX_NETWORKS } from '../company/api-keys/create-key.ts';
import { isPermission, PERMISSIONS, type Permission } from '../company/api-keys/permissions.ts';
import type { AbsenceTypeChange } from '../company/integrations/change-absence-types.ts';
import { type ExpectEvery, isExpectEvery } from '../company/integrations/integration-types.ts';
import { isCalendarDate } from '../domain/calendar/dates.ts';
import { EVENT_TYPES, type EventType } from '../domain/events/event-types.ts';
import { ABSENCE_KINDS, knownKind } from '../domain/person/absence-kinds.ts';
import { isName, NOT_IN_NAMES } from '../domain/person/rules.ts';
import { PAYROLL_COLUMNS, type PayrollColumn } from '../domain/plans/payroll-columns.ts';
import { readId } from '../platform/ids.ts';
import { isNetwork } from '../platform/networks.ts';

export function wholeNumber(text: string): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new InvalidArgumentError('It must be a whole number.');
  return number;
}

/** A number of people or cents that fits into an integer column. */
export function amount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number below a billion.');
  return Number(text);
}

export function positiveNumber(text: string): number {
  const number = wholeNumber(text);
  if (number === 0) throw new InvalidArgumentError('It must be 1 or more.');
  return number;
}

export function day(text: string): string {
  if (!isCalendarDate(text)) throw new InvalidArgumentError('It must be a day that exists, as YYYY-MM-DD.');
  return text;
}

/** Years from 2000 to 2999, as in the portal: the month after one of these also has a year of four digits. */
export function month(text: string): string {
  if (!text.startsWith('2') || !isCalendarDate(`${text}-01`))
    throw new InvalidArgumentError('It must be a month from 2000 on, as YYYY-MM.');
  return text;
}

export function year(text: string): number {
  if (!/^2\d{3}$/.test(text)) throw new InvalidArgumentError('It must be a year from 2000 on, as YYYY.');
  return Number(text);
}

/** A cut-off day: 1 to 28, which every month has, or the last day of the month. */
export function cutOff(text: string): number | 'last' {
  if (text === 'last') return text;
  if (!/^([1-9]|1\d|2[0-8])$/.test(text))
    throw new InvalidArgumentError('It must be a day from 1 to 28, or last.');
  return Number(text);
}

/** A percentage with at most two decimals. */
export function percent(text: string): number {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text) || Number(text) > 100)
    throw new InvalidArgumentError('It must be a number from 0 to 100.');
  return Number(text);
}

/** A limit that `off` switches off. */
export const orOff =
  (read: (text: string) => number) =>
  (text: string): number | 'off' =>
    text === 'off' ? text : read(text);

export function expectEvery(text: string): ExpectEvery {
  if (!isExpectEvery(text))
    throw new InvalidArgumentError(
      'It must be a time such as 24h or 7d, at most 999 of them, or auto, or off.',
    );
  return text;
}

export function trueOrFalse(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.');
  return text === 'true';
}

export function onOrOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be on or off.');
  return text === 'on';
}

/** Collects `NAME=KIND`; an empty kind removes the name. Known types are accepted in place of their kind. */
export function absenceType(text: string, before: readonly AbsenceTypeChange[] = []): AbsenceTypeChange[] {
  const at = text.lastIndexOf('=');
  const name = text.slice(0, Math.max(at, 0)).trim();
  const given = text.slice(at + 1).trim();
  const kind = given === '' ? null : (ABSENCE_KINDS.find((known) => known === given) ?? knownKind(given));
  if (name === '' || (given !== '' && kind === null))
    throw new InvalidArgumentError(`It must be NAME=KIND, with one of ${ABSENCE_KINDS.join(', ')}.`);
  return [...before, { name, kind }];
}

const MAX_IDS = 100;

/** Ids separated by commas; `none` is an empty list. */
export function idsOrNone(text: string): number[] {
  if (text === 'none') return [];
  const given = text.split(',');
  const ids = given.map(readId).filter((id) => id !== undefined);
  if (ids.length < given.length || ids.length > MAX_IDS)
    throw new InvalidArgumentError('It must be ids separated by commas, or none.');
  return ids;
}

/** Collects the values of an option that is given several times. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

export function shortText(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 200)
    throw new InvalidArgumentError('It must have 1 to 200 characters.');
  if (!isName(trimmed)) throw new InvalidArgumentError(`It must not contain ${NOT_IN_NAMES}.`);
  return trimmed;
}

/** Text of one or more lines, written with `\n` between them. Empty: none. */
export function linesOrNone(text: string): string {
  return text
    .replaceAll('\\n', '\n')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

/** Columns of the payroll file, separated by commas. */
export function payrollColumns(text: string): PayrollColumn[] {
  const names = text.split(',').map((name) => name.trim());
  const given = names.flatMap((name) => PAYROLL_COLUMNS.find((column) => column === name) ?? []);
  if (given.length < names.length)
    throw new InvalidArgumentError(`It must be a list of ${PAYROLL_COLUMNS.join(', ')}.`);
  return given;
}

export function permissions(text: string): Permission[] {
  if (text === 'all') return [...PERMISSIONS];
  const names = text.split(',').map((name) => name.trim());
  const given = names.filter(isPermission);
  if (given.length < names.length || given.length === 0)
    throw new InvalidArgumentError(`It must be all, or a list of ${PERMISSIONS.join(', ')}.`);
  return given;
}

/** All, or types of events separated by commas. */
export function eventTypes(text: string): EventType[] | 'all' {
  if (text === 'all') return text;
  const names = text.split(',').map((name) => name.trim());
  const given = EVENT_TYPES.filter((type) => names.includes(type));
  if (given.length < new Set(names).size)
    throw new InvalidArgumentError(
      `It must be all, or a list of ${EVENT_TYPES.join(', ')}. A webhook for ticket.issued also receives tickets.issued, and so on.`,
    );
  return given;
}

/** Collects the ids of an option that may be repeated. */
export function wholeNumbers(text: string, before: readonly number[] = []): number[] {
  return [...before, wholeNumber(text)];
}

/** Addresses and networks, separated by commas. */
export function networks(text: string): string[] {
  const given = text.split(',').map((entry) => entry.trim());
  if (!given.every(isNetwork) || given.length > MAX_NETWORKS)
    throw new InvalidArgumentError(
      `It must be up to ${MAX_NETWORKS} addresses or networks, such as 203.0.113.7,2001:db8::/32.`,
    );
  return given;
}

/** Parses `90s`, `30m`, `24h` or `7d` into seconds. */
function duration(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const unit = { s: 1, m: 60, h: 3600, d: 86_400 }[match?.[2] ?? ''];
  if (!match || unit === undefined)
    throw new InvalidArgumentError('It must be a time such as 30m, 24h or 7d.');
  return Number(match[1]) * unit;
}

const MAX_OVERLAP_SECONDS = 7 * 86_400;

/** For commands that replace a secret. */
export function overlapOption(effect: string): Option {
  return new Option('--overlap <time>', `${effect}: 0s to 7d, such as 30m or 24h`)
    .argParser((text) => {
      const seconds = duration(text);
      if (seconds > MAX_OVERLAP_SECONDS) throw new InvalidArgumentError('It must be 7d or less.');
      return seconds;
    })
    .default(86_400, '24h');
}

/** Says until when a replaced secret works. */
export function overlapLine(what: string, expiresAt: Date): string {
  return expiresAt.getTime() <= Date.now()
    ? `  The old ${what} no longer works.`
    : `  The old ${what} works until ${expiresAt.toISOString()}.`;
}

export function futureDate(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || date.getTime() <= Date.now())
    throw new InvalidArgumentError('It must be a date in the future, such as 2030-01-01.');
  return date;
}
