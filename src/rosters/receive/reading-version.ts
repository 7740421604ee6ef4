/**
 * The version of the rules by which a body becomes entries and warnings. A stored result of reading is used again only by
 * the version that produced it. Raise it with every change of such a result: `test/pure/roster/reading-version.test.ts`
 * fails then, and says how to go on. Raise it too when the same entries are compared with the records by other rules
 * (`rosters/plan/differences-sql.ts`, `known-people-sql.ts`): a roster under the roster mark is not compared at all.
 */
export const READING_VERSION = 8;
