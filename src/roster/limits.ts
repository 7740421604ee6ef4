/** The entries of a body up to this size stay in memory until it is accepted. Those of a larger one are stored as they arrive. */
export const SMALL_ROSTER_BYTES = 1024 * 1024;

/**
 * The minimum rate. It is below what a client on a poor line reaches, and limits clients that occupy a slot
 * on purpose.
 */
export const SLOWEST_BYTES_PER_SECOND = 1024;
/** How long a body may be slower than the minimum rate. */
export const SLOW_FOR_SECONDS = 60;

export const LONGEST_SYNC_ID = 200;
/** The longest entry, in bytes of the body. */
export const LONGEST_ENTRY = 262_144;

/** Bodies up to this size are kept while they arrive, if they may equal the roster applied last. */
export const LARGEST_KEPT_BODY = 32 * 1024 ** 2;
/** The memory of a node for all kept bodies. */
export const MOST_KEPT_BYTES = 64 * 1024 ** 2;

/** The longest white space between two parts of a body, in bytes. */
export const LONGEST_SPACE = 65_536;
