import type { Outcome } from '../runs/sync-outcomes.ts';

/**
 * The values of `planned_changes.outcome`, by the steps that set them, with the outcome that the run records for such a row. A row that
 * is `held` is recorded as held, whatever its value. `listing`: the row changes nobody, and is recorded for what its number listed before
 * and lists now. Null: another step has replaced the value before anything is applied.
 */
export const PLANNED_OUTCOMES = {
  /** `findDifferences`: an entry whose number has no present link. If no step finds its person, it becomes a new one. */
  added: 'added',
  /** `findDifferences`: an entry that differs from its link or its record. `compareKnown` says how much. */
  differs: null,
  /** `findDifferences`: an entry that is not valid. Its person stays as they are. */
  invalid: 'listing',
  /** `findDifferences`, `findOmitted`: a present link that the roster does not list. `planOmissions` replaces those that are left. */
  omitted: null,

  /** `setDuplicatesAside`, `takeOverFromLeft`: an entry of a person whom another entry lists, or may list. It changes nobody. */
  'set-aside': 'listing',
  /**
   * `takeOverFromLeft`, `takeOverFromOmitted`, `matchByEmail`: an entry with a new number of a person who is listed already. It is
   * applied, unlike `renumbering`.
   */
  renumbered: 'renumbered',
  /** The same steps, and `replaceReturning`: the link of a number whose person is listed under another one. It ends. */
  replaced: 'listing',
  /** `matchEndedLinks`, `matchByEmail`: an entry of a person whose link of this integration has ended. */
  rehired: 'rehired',
  /** `letWait`: an entry that has to be decided about, because its person may be outside the sender's scope. */
  waiting: 'waiting',
  /** `matchByEmail`: an entry of a person whom this integration has not listed before. */
  adopted: 'adopted',

  /** `compareKnown`: an entry that contradicts what is known about its person. It is not applied. */
  conflict: 'conflict',
  /** `compareKnown`: an entry that changes its record, or facts of its link. */
  updated: 'updated',
  /** `compareKnown`: an entry that changes only what the link remembers. If there is nothing to remember, the row is deleted. */
  noted: 'listing',

  /** `keepAwaited`, `planOmissions`, `holdRenumberings`: a link that the roster does not list, and that stays. */
  kept: 'listing',
  /** `planOmissions`: a link that the roster does not list, of a person who has another one. It ends. */
  unlinked: 'unlinked',
  /** `planOmissions`: a link that the roster does not list, and the only one of its person. It ends, and so does the employment. */
  offboarded: 'offboarded',

  /** `holdRenumberings`: what was `renumbered`, but waits for approval. Nothing of the entry is applied, and the old number is `kept`. */
  renumbering: 'held',
} as const satisfies Record<Exclude<Outcome, 'held'>, Recorded> & Record<string, Recorded>;

type Recorded = Outcome | 'listing' | null;
