import type { Fragment } from '../db/fragments.ts';
import type { Sql } from '../db/types.ts';

/**
 * A part (`with …`) of every statement that writes hr_links or what identifies a person. A roster that equals the last
 * one is not read again while nothing has raised this number (docs/sync.md, "The roster mark").
 */
export function rosterFactsRaised(sql: Sql, companyId: number): Fragment {
  return sql`roster_facts_raised as (update companies set roster_facts = roster_facts + 1 where id = ${companyId})`;
}
