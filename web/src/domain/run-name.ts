import type { Messages } from '../../../texts/en/portal/catalogue.ts';

/** The portal makes up the id of a sync that is sent as a file, and the service that of a roster fetched or sent again. They mean nothing to people. */
export function runName(
  { syncId, repeatsSyncId }: { syncId: string; repeatsSyncId?: string | null },
  { syncs }: Messages,
): string {
  if (repeatsSyncId) return syncs.repeated;
  if (syncId.startsWith('pull-')) return syncs.fetched;
  return syncId.startsWith('portal-') ? syncs.sentAsFile : syncId;
}

/** More lines without a person are not written into an id. */
const MAX_SKIPPED = 15;

/**
 * The id of a sync that is sent as a file. It contains the line of the first person and the lines after it that have nobody, so
 * that the page of the sync can name lines.
 */
export function syncIdOfFile(lines: readonly number[], random: string): string {
  const [first] = lines;
  if (first === undefined) return `portal-${random}`;
  const skipped: number[] = [];
  for (const [position, line] of lines.entries()) {
    let expected = (lines[position - 1] ?? first - 1) + 1;
    while (expected < line && skipped.length <= MAX_SKIPPED) skipped.push(expected++);
    if (expected !== line || skipped.length > MAX_SKIPPED) return `portal-${random}`;
  }
  return `portal-line-${first}-${skipped.length > 0 ? `without-${skipped.join('.')}-` : ''}${random}`;
}

/** Of a sync that was sent as a file with lines: the line of an entry by its position. */
export function lineOfEntry(syncId: string): ((position: number) => number) | undefined {
  const [, first, without = ''] = /^portal-line-(\d+)-(?:without-([\d.]+)-)?/.exec(syncId) ?? [];
  if (first === undefined) return undefined;
  const skipped = without === '' ? [] : without.split('.').map(Number);
  return (position) =>
    skipped.reduce((line, none) => (none <= line ? line + 1 : line), Number(first) + position);
}
