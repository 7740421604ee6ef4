import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { OUTCOMES, type Outcome } from '../runs/sync-outcomes.ts';
import { PLANNED_OUTCOMES } from './planned-outcomes.ts';
import { plannedChanges, type WorkingRun } from './working-tables.ts';

const listingOnly = Object.entries(PLANNED_OUTCOMES)
  .filter(([, recorded]) => recorded === 'listing')
  .map(([outcome]) => `'${outcome}'`);
/** Rows that change nobody. They are kept for what their numbers listed before, and list now. */
const LISTING_ONLY = `(${listingOnly.join(', ')})`;

const isAffected = `p.facts_changed and p.outcome not in ('added', 'replaced') and not (p.held and p.outcome = 'offboarded')`;

/**
 * The planned rows that each step of applying a roster is about, as conditions on `p`. A step without rows is left out: in most
 * nights few people change, and in one way.
 */
const STEPS = {
  /** Employment may end: `countEnds` looks closer. */
  mayEnd: `p.outcome = 'offboarded'
    or (p.outcome in ('updated', 'renumbered', 'rehired') and p.termination_date is not null)`,
  /** A warning may be due: `selectWarnings` looks closer. */
  mayWarn: `p.reason = 'ambiguous-match' or p.outcome in ('conflict', 'waiting') or (p.outcome = 'updated' and p.fields ? 'startDate')`,
  recordChanges: 'p.record_changed',
  /** The record shows its links. */
  showsOtherLinks: `not p.record_changed and p.outcome in ('adopted', 'rehired', 'renumbered', 'offboarded', 'unlinked')
    and not (p.held and p.outcome = 'offboarded')`,
  linkEnds: `p.outcome in ('offboarded', 'unlinked', 'replaced') and not p.held`,
  oldLinkReturns: `p.outcome = 'rehired' and p.was_ended`,
  linkChanges: `(p.facts_changed or p.link_noted)
    and p.outcome in ('updated', 'adopted', 'rehired', 'renumbered', 'noted') and p.link_id is not null`,
  linkIsNew: `p.link_id is null and p.outcome in ('adopted', 'rehired', 'renumbered')`,
  /** Known people whose HR facts change and are not held: a held offboarding holds everything, a held termination only the date. */
  isAffected,
  nameChanges: 'p.name_changed',
  /** Changes without consequences: only the record changed, conflicts, held ends, and entries that wait. */
  isOtherChange: `p.outcome <> 'added' and p.outcome not in ${LISTING_ONLY} and not (${isAffected})`,
  isListingOnly: `p.outcome in ${LISTING_ONLY}`,
  isInvalid: `p.outcome = 'invalid'`,
  /** The roster omits the person, or its entry is not valid, and yet the person counts as listed. */
  staysListed: `p.outcome in ('invalid', 'kept')`,
} as const;
type Step = keyof typeof STEPS;

/** The condition of a step on the rows `p`. */
export const rowsFor = (sql: Sql, step: Step): Fragment => sql`(${sql.unsafe(STEPS[step])})`;

export interface PlannedCounts {
  /** Rows by their outcome; held ones count as held. */
  outcomes: Record<Outcome, number>;
  /** Rows by the step that they need. */
  steps: Record<Step, number>;
}

/** Counts the planned rows in one pass. */
export async function countPlanned(sql: Sql, run: WorkingRun): Promise<PlannedCounts> {
  const counted =
    run.differences > 0
      ? (
          await sql<Counted[]>`
    select ${sql.unsafe(COUNTS)} from ${plannedChanges(sql, run)} p`
        )[0]
      : undefined;
  const counts = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, counted?.[name] ?? 0])) as Record<Name, number>;
  return { outcomes: counts(OUTCOMES), steps: counts(Object.keys(STEPS) as Step[]) };
}

type Counted = Record<string, number>;

const COUNTS = [
  ...OUTCOMES.map((outcome) => [
    outcome,
    outcome === 'held' ? 'p.held' : `not p.held and p.outcome = '${outcome}'`,
  ]),
  ...Object.entries(STEPS),
]
  .map(([name, condition]) => `count(*) filter (where ${condition}) as "${name}"`)
  .join(', ');
