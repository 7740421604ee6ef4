import type { Messages } from '../../../texts/en/portal/catalogue.ts';

/** The portal makes up the id of a sync that is sent as a file. It means nothing to people. */
export function runName(syncId: string, { syncs }: Messages): string {
  return syncId.startsWith('portal-') ? syncs.sentAsFile : syncId;
}
