/**
 * The version of the rules by which a body becomes entries and warnings. A body that was read by this version is not
 * read again; raise it with every change of what reading results in.
 */
export const READING_VERSION = 1;
