import { toWindows1252 } from '../../platform/files/windows-1252.ts';
import { refused } from '../../platform/refusals.ts';
import type { DatevClient } from '../payroll/datev-clients-sql.ts';
import type { PayrollLine } from '../payroll/payroll-lines-sql.ts';

/** An amount under a wage type. */
interface Booking {
  /** The month in which it counts (YYYY-MM): that of the file, or of a correction if the format has periods. */
  period: string;
  personnelNumber: string;
  costCentre: string;
  wageType: number;
  /** Null: none is set. LODAS needs one. */
  key: number | null;
  cents: number;
}

export interface ClientBookings {
  client: DatevClient;
  bookings: Booking[];
}

interface Person {
  line: PayrollLine;
  period: string;
  costCentre: string;
  withheldCents: number;
  taxFreeCents: number;
}

interface Wanted {
  month: string;
  clients: readonly DatevClient[];
  /** For people without one. */
  costCentre: string | null;
  /** Whether a line of the format can name an earlier month. */
  hasPeriods: boolean;
  needsKeys: boolean;
}

/** What the clients book for the lines of a month's payroll files. Refuses to leave anybody out, by name. */
export function bookingsOf(
  lines: readonly PayrollLine[],
  { month, clients, costCentre, hasPeriods, needsKeys }: Wanted,
): ClientBookings[] {
  const people = peopleOf(lines, costCentre ?? '', { month, hasPeriods });
  const byEntity = Map.groupBy(people, ({ line }) => line.legalEntity ?? '');
  requireSettings([...byEntity.keys()], clients, needsKeys);
  const found = clients.map((client) => {
    const own = (byEntity.get(client.legalEntity) ?? []).map((person) => ({
      person,
      bookings: bookingsOfPerson(person, client),
    }));
    return { client, own: own.filter(({ bookings }) => bookings.length > 0) };
  });
  requireWritable(found.flatMap(({ own }) => own.map(({ person }) => person)));
  return found
    .filter(({ own }) => own.length > 0)
    .map(({ client, own }) => ({ client, bookings: own.flatMap(({ bookings }) => bookings) }));
}

/** Corrections of an earlier year are left out: what was tax-free in that year must not lower the sum of this one. */
function peopleOf(
  lines: readonly PayrollLine[],
  companyCostCentre: string,
  { month, hasPeriods }: Pick<Wanted, 'month' | 'hasPeriods'>,
): Person[] {
  const year = month.slice(0, 4);
  const all = new Map<string, Person>();
  for (const line of lines) {
    const costCentre = (line.costCentre ?? companyCostCentre).normalize('NFC');
    const isOfYear = line.month.startsWith(year);
    const period = hasPeriods && line.isCorrection && isOfYear ? line.month : month;
    const name = JSON.stringify([line.key, period, line.personnelNumber, line.legalEntity, costCentre]);
    const before = all.get(name);
    const taxFreeCents = isOfYear ? line.taxFreeCents : 0;
    all.set(name, {
      line,
      period,
      costCentre,
      withheldCents: (before?.withheldCents ?? 0) + line.deferredCents,
      taxFreeCents: (before?.taxFreeCents ?? 0) + taxFreeCents,
    });
  }
  return [...all.values()].filter(
    ({ withheldCents, taxFreeCents }) => withheldCents !== 0 || taxFreeCents !== 0,
  );
}

function bookingsOfPerson(
  { line, period, costCentre, withheldCents, taxFreeCents }: Person,
  { withheldWageType, withheldKey, taxFreeWageType, taxFreeKey }: DatevClient,
): Booking[] {
  const of = (wageType: number | null, key: number | null, cents: number): Booking[] =>
    wageType === null || cents === 0
      ? []
      : [{ period, personnelNumber: line.personnelNumber ?? '', costCentre, wageType, key, cents }];
  return [
    ...of(withheldWageType, withheldKey, withheldCents),
    ...of(taxFreeWageType, taxFreeKey, taxFreeCents),
  ];
}

function requireSettings(
  entities: readonly string[],
  clients: readonly DatevClient[],
  needsKeys: boolean,
): void {
  if (clients.length === 0) throw refused('datev-not-set-up');
  const missing = entities.filter((name) => !clients.some(({ legalEntity }) => legalEntity === name));
  if (missing.includes('')) throw refused('datev-company-missing');
  if (missing.length > 0) throw refused('datev-entity-missing', { entities: missing.sort().join(', ') });
  const lacking = clients.filter(
    (client) =>
      (client.withheldWageType !== null && client.withheldKey === null) ||
      (client.taxFreeWageType !== null && client.taxFreeKey === null),
  );
  if (needsKeys && lacking.length > 0)
    throw refused('datev-key-missing', {
      clients: lacking
        .map(({ adviserNumber, clientNumber }) => `${adviserNumber}/${clientNumber}`)
        .join(', '),
    });
}

/** DATEV numbers people with digits only. */
const PERSONNEL_NUMBER = /^(?=.*[1-9])\d{1,9}$/;
/** The file has no way to write them inside of a value. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: values come from HR systems and may contain them
const SEPARATORS = /[;"\u0000-\u001f\u007f-\u009f]/;
/** The file for Lohn und Gehalt is a CSV file. A spreadsheet that opens it would calculate. */
const FORMULA = /^[\s\u00ad]*[=+\-@]./;

function requireWritable(people: readonly Person[]): void {
  const unnumbered = people.filter(({ line }) => !PERSONNEL_NUMBER.test(line.personnelNumber ?? ''));
  if (unnumbered.length > 0) throw refused('datev-number-refused', named(unnumbered));
  const unwritable = people.filter(
    ({ costCentre }) =>
      SEPARATORS.test(costCentre) || FORMULA.test(costCentre) || toWindows1252(costCentre) === undefined,
  );
  if (unwritable.length > 0) throw refused('datev-cost-centre-refused', named(unwritable));
}

const MAX_NAMED = 10;

/** Erased people have no name. */
function named(people: readonly Person[]): { count: number; people: string } {
  const names = people
    .slice(0, MAX_NAMED)
    .map(({ line: { firstName, lastName } }) => (lastName === null ? '?' : `${firstName} ${lastName}`));
  return { count: people.length, people: names.join(', ') + (people.length > MAX_NAMED ? ', …' : '') };
}
