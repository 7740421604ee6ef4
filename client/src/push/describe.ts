import { columnAt } from '../../../roster-files/columns.ts';
import type { Matching } from '../../../roster-files/match-columns.ts';
import type { Sync } from '../api.ts';
import type { RosterPreview } from '../client.ts';
import type { TransitProblem, ValueError } from '../problem.ts';
import type { RosterFile } from './roster-file.ts';

const OUTCOMES = {
  added: '+',
  rehired: '+',
  adopted: '+',
  updated: '~',
  renumbered: '~',
  conflict: '!',
  waiting: '!',
  held: '!',
  unlinked: '-',
  offboarded: '-',
} as const;
type Counts = Sync['counts'];

export const number = (count: number) => count.toLocaleString('en');

/** What each column was taken for. */
export function describeMatching({ headings, columns }: Matching): string[] {
  const used = headings.flatMap((heading, index) =>
    columns[index] ? [`${heading} = ${columns[index]}`] : [],
  );
  const others = headings.filter((heading, index) => !columns[index] && heading !== '');
  return [`Columns: ${used.join(', ')}`, ...(others.length > 0 ? [`Not used: ${others.join(', ')}`] : [])];
}

/** Shown with every result: one of these columns may be the last day of work. */
export function describeLeftOut(file: RosterFile): string[] {
  const headings = file.leftOutDates();
  if (headings.length === 0) return [];
  return [
    `warning: Not used, although dates are in it: ${headings.join(', ')}. Is one of them the last day of work, or an absence?`,
    'A mapping file (--mapping FILE) says what a column holds, or null if it is not used.',
  ];
}

/** The wrong values of a refused roster, by line and person. */
export function describeRefusal({ detail, errors, errorCount }: TransitProblem, file: RosterFile): string[] {
  if (errors.length === 0) return [detail];
  return [
    `${number(errorCount)} ${errorCount === 1 ? 'value is' : 'values are'} not valid. Nothing was changed.`,
    ...errors.map((error) => `  ${describeError(error, file)}`),
    ...(errorCount > errors.length ? [`  … and ${number(errorCount - errors.length)} more`] : []),
  ];
}

function describeError({ pointer, hrId, message }: ValueError, file: RosterFile): string {
  const [, list, position, ...field] = pointer.split('/');
  if (list !== 'employees' || position === undefined) return `${pointer} ${message}`;
  // A repeated number names the earlier entry by its pointer.
  const reason = message.replaceAll(/\/employees\/(\d+)/g, (_, other) => file.placeOf(Number(other)));
  return `${placeOf(file, position, hrId)}: ${nameOf(field, file.matching)} ${reason}`;
}

function placeOf(file: RosterFile, position: string, hrId: string | null | undefined): string {
  return `${file.placeOf(Number(position))}${hrId ? ` (${hrId})` : ''}`;
}

/** The heading of the column, if there is one. */
function nameOf(field: readonly string[], matching: Matching | undefined): string {
  const name = field.join('/');
  const column = columnAt(name);
  const heading = column && matching?.headings[matching.columns.indexOf(column)];
  return heading || name || 'the entry';
}

function describeCounts(counts: Counts): string {
  const changed = Object.keys(OUTCOMES).flatMap((outcome) => {
    const count = counts[outcome as keyof Counts] ?? 0;
    return count > 0 ? [`${number(count)} ${outcome}`] : [];
  });
  const invalid = counts.invalid ? [`${number(counts.invalid)} invalid and left as they are`] : [];
  return [...changed, ...invalid, `${number(counts.unchanged ?? 0)} unchanged`].join(', ');
}

export function describeSync(sync: Sync, file: RosterFile): string[] {
  const { syncId, status, counts, failure, problems } = sync;
  return [
    `Sync ${syncId}: ${status}${failure ? `, ${failure}` : ''}`,
    ...(counts.entries === undefined ? [] : [`  ${describeCounts(counts)}`]),
    ...(counts.waitingForEnrolment ? [`  ${number(counts.waitingForEnrolment)} wait for enrolment`] : []),
    ...problems.flatMap((problem) => describeProblem(problem, file)),
    ...(status === 'held'
      ? [
          '  The offboardings wait for a decision, in the portal or on the server:',
          `  transit syncs approve ${syncId} --integration ${sync.hrIntegrationId}   (they have left)`,
          `  transit syncs discard ${syncId} --integration ${sync.hrIntegrationId}   (the roster was incomplete: they stay)`,
        ]
      : []),
  ];
}

/** On standard error as well: the line of cron that a guide gives drops the result of a roster that was applied. */
export function describeManyLeft({ status, problems }: Sync): string[] {
  const left = problems.find(({ code }) => code === 'large-offboarding');
  if (status !== 'succeeded' || !left) return [];
  const { count, outOf = count } = left;
  return [
    `warning: ${number(count)} of ${number(outOf)} people have left with this roster. If it was incomplete, send the complete one`,
    'again: then they are back. People whose subscription had not begun yet wait for enrolment, unless auto-enrol is on.',
  ];
}

const MAX_PLACES = 5;

function describeProblem(problem: Sync['problems'][number], file: RosterFile): string[] {
  const { count, outOf, message, name, similarName, pointers, hrIds, errors = [] } = problem;
  const named = name === undefined ? '' : ` "${name}"${similarName ? `, ${similarName}?` : ''}`;
  const places = pointers
    .slice(0, MAX_PLACES)
    .map((pointer, index) => placeOf(file, pointer.split('/')[2] ?? '', hrIds[index]));
  const more = pointers.length > MAX_PLACES ? ', …' : '';
  return [
    `  warning: ${number(count)}${outOf === undefined ? 'x' : ` of ${number(outOf)}:`} ${message}${named}${places.length > 0 ? ` ${places.join(', ')}${more}` : ''}`,
    ...errors.map((error) => `    ${describeError(error, file)}`),
  ];
}

/** What a roster would change, person by person. People who would leave come first: many of them mean a wrong file. */
export function describePreview(preview: RosterPreview, file: RosterFile): string[] {
  const { counts, changes, problems, wouldBeHeld, unfinishedSyncs } = preview;
  const severity = Object.keys(OUTCOMES).reverse();
  const shown = changes.toSorted((a, b) => severity.indexOf(a.outcome) - severity.indexOf(b.outcome));
  const total = severity.reduce((sum, outcome) => sum + (counts[outcome as keyof Counts] ?? 0), 0);
  return [
    `Preview of ${number(counts.entries ?? 0)} entries: ${describeCounts(counts)}`,
    ...shown.flatMap((change) => describeChange(change, file)),
    ...(total > shown.length ? [`  … and ${number(total - shown.length)} more`] : []),
    ...problems.flatMap((problem) => describeProblem(problem, file)),
    ...(unfinishedSyncs > 0 ? [`${number(unfinishedSyncs)} rosters would be applied before this one.`] : []),
    ...(wouldBeHeld ? ['The offboardings would be held for approval.'] : []),
    'Nothing was changed.',
  ];
}

function describeChange(change: RosterPreview['changes'][number], file: RosterFile): string[] {
  const { outcome, hrId, pointer, employeeId, fields, message, before, after } = change;
  const place = pointer === null ? '' : ` ${file.placeOf(Number(pointer.split('/')[2]))}`;
  const person = employeeId === null ? '' : ` (employee ${employeeId})`;
  const differences = Object.entries(fields as Record<string, { from: unknown; to: unknown }>).map(
    ([field, { from, to }]) => `      ${field}: ${show(from)} -> ${show(to)}`,
  );
  const status =
    before && after && before.status !== after.status
      ? [`      subscription: ${before.status} -> ${after.status}`]
      : [];
  return [
    `  ${OUTCOMES[outcome]} ${hrId ?? '–'}${place}${person} ${outcome}: ${message}`,
    ...(outcome === 'added' ? [] : differences),
    ...status,
  ];
}

const show = (value: unknown) =>
  value === null || value === undefined
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
