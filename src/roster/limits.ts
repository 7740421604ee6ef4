/** The entries of a body up to this size stay in memory until it is accepted. Those of a larger one are stored as they arrive. */
export const SMALL_ROSTER_BYTES = 1024 * 1024;

/** An honest client on a poor line is faster; one that keeps a place among the uploads on purpose is not. */
export const SLOWEST_BYTES_PER_SECOND = 1024;
/** How long a body may be slower than that, to let a line recover. */
export const SLOW_FOR_SECONDS = 60;

export const LONGEST_SYNC_ID = 200;
/** In bytes, as it is written in the body. */
export const LONGEST_ENTRY = 262_144;

/** Bodies up to this size are kept while they arrive, if they may equal the roster applied last. */
export const LARGEST_KEPT_BODY = 32 * 1024 ** 2;
/** Of all bodies that a node keeps at the same time. */
export const MOST_KEPT_BYTES = 64 * 1024 ** 2;
