import { BYTES, ROSTER_SIZES } from '../../platform/limits.ts';

export const MAX_KEPT_BODY = BYTES.keptBodies.maxBody;
export const {
  smallBytes: SMALL_ROSTER_BYTES,
  syncIdLength: MAX_SYNC_ID_LENGTH,
  entryBytes: MAX_ENTRY_BYTES,
  spaceBytes: MAX_SPACE_BYTES,
} = ROSTER_SIZES;
