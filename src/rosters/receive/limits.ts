/** The entries of a body up to this size stay in memory until it is accepted. Those of a larger one are stored as they arrive. */
export const SMALL_ROSTER_BYTES = 1024 * 1024;

export const MAX_SYNC_ID_LENGTH = 200;
/** The longest entry, in bytes of the body. */
export const MAX_ENTRY_BYTES = 262_144;

/** Bodies up to this size are kept while they arrive, if they may equal the roster applied last. */
export const MAX_KEPT_BODY = 32 * 1024 ** 2;

/**
 * A compressed body that is no longer small may grow to this many times its size. Rosters of real people grow to 10 to 30 times;
 * 100,000 people of the same name with 40 empty fields, indented, grow to 155 times. A gzip of white space grows to 1,000 times.
 */
export const MAX_DECOMPRESSED = 200;
/** The longest white space between two parts of a body, in bytes. */
export const MAX_SPACE_BYTES = 65_536;
