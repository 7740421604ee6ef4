import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/** How many people have left with run `r`, and out of how many. Null, unless it has the problem `large-offboarding`. */
export const leftWithRun = (sql: Sql): { count: Fragment; outOf: Fragment } => {
  const problem = sql`jsonb_path_query_first(r.problems, '$[*] ? (@.code == "large-offboarding")')`;
  return { count: sql`(${problem} ->> 'count')::int`, outOf: sql`(${problem} ->> 'outOf')::int` };
};
