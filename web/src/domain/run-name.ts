import type { Messages } from '../../../texts/en/portal/catalogue.ts';

/** The portal makes up the id of a sync that is sent as a file. It means nothing to people. */
export function runName(syncId: string, { syncs }: Messages): string {
  return syncId.startsWith('portal-') ? syncs.sentAsFile : syncId;
}

/** Of a file with a line for each person: the line of the first, which the portal writes into the id of the sync. */
export function firstLineOf(syncId: string): number | undefined {
  const [, line] = /^portal-line-(\d+)-/.exec(syncId) ?? [];
  return line === undefined ? undefined : Number(line);
}
