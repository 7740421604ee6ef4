import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/**
 * A `with` part, which the statement around it executes. Every statement that writes hr_links or the identity columns of people
 * has it: while nothing raises this number, a roster that equals the last one is not read again (docs/sync.md, "The roster mark").
 */
export function rosterFactsRaised(sql: Sql, companyId: number): Fragment {
  return sql`roster_facts_raised as (update companies set roster_facts = roster_facts + 1 where id = ${companyId})`;
}
