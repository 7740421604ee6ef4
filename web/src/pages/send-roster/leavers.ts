import type { PreviewedChange, RosterPreview } from '../../api/routes.ts';

export interface Leavers {
  count: number;
  /** The people present before, if suspiciously many would leave. Then the number has to be typed. */
  outOf: number | undefined;
  /** Those whom the file does not list. The service names the first thousand. */
  listed: PreviewedChange[];
  /** Those whom the file lists with a last day. */
  withDate: number;
  /** The changes of everybody else. */
  otherChanges: number;
}

const CHANGED = [
  'added',
  'adopted',
  'rehired',
  'renumbered',
  'updated',
  'offboarded',
  'unlinked',
  'conflict',
  'held',
  'waiting',
] as const;

/** The people who would leave, at once or after approval. */
export function leaversOf({ counts, problems, changes }: RosterPreview): Leavers {
  const renumbered = changes.filter(waitsForNumber).length;
  const heldNumbers =
    renumbered > 0 ? (problems.find(({ code }) => code === 'large-renumbering')?.count ?? renumbered) : 0;
  const omitted = (counts.offboarded ?? 0) + (counts.held ?? 0) - heldNumbers;
  const many = problems.find(({ code }) => code === 'large-offboarding');
  const count = Math.max(omitted, many?.count ?? 0);
  return {
    count,
    outOf: many?.outOf,
    listed: changes.filter(
      (change) => change.outcome === 'offboarded' || (change.outcome === 'held' && !waitsForNumber(change)),
    ),
    withDate: count - omitted,
    otherChanges: CHANGED.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0) - omitted,
  };
}

const waitsForNumber = ({ reason }: PreviewedChange) => reason === 'new-number-waits';
