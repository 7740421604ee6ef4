import type { TEXTS } from '../../../texts/catalogue.ts';
import type { Cell } from '../../platform/files/csv.ts';
import type { Sums } from './statements-sql.ts';

/** A file as a table. */
export interface StatementFile<Line> {
  /** Without `.csv`. */
  fileName: string;
  headings: string[];
  batches: AsyncGenerator<Line[]>;
  toRow: (line: Line) => Cell[];
}

export type StatementTable<Line> = Omit<StatementFile<Line>, 'batches'>;

export type Column<Line> = readonly [heading: string, show: (line: Line) => Cell];

export function tableOf<Line>(
  columns: readonly Column<Line>[],
): Pick<StatementTable<Line>, 'headings' | 'toRow'> {
  return {
    headings: columns.map(([heading]) => heading),
    toRow: (line) => columns.map(([, show]) => show(line)),
  };
}

type Headings = (typeof TEXTS)[keyof typeof TEXTS]['statements']['columns'];

/** Tickets and amounts, in the order of every file that adds up charges. */
export const sumColumns = (headings: Headings): Column<Sums>[] => [
  [headings.tickets, ({ tickets }) => tickets],
  [headings.price, ({ priceCents }) => ({ cents: priceCents })],
  [headings.discount, ({ discountCents }) => ({ cents: discountCents })],
  [headings.employerShare, ({ employerCents }) => ({ cents: employerCents })],
  [headings.beyondSubsidy, ({ beyondSubsidyCents }) => ({ cents: beyondSubsidyCents })],
  [headings.employeeShare, ({ employeeCents }) => ({ cents: employeeCents })],
  [headings.withheld, ({ withheldCents }) => ({ cents: withheldCents })],
];
