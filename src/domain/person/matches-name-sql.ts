import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { wordsOf } from './search-words.ts';

/** Whether every word of a search is in the name or the e-mail address of employee `alias`. */
export function matchesName(sql: Sql, alias: 'e' | 's', text: string): Fragment {
  const words = wordsOf(text);
  if (words.length === 0) return sql`false`;
  return sql`${sql.unsafe(alias)}.search_text like all(
    array(select '%' || searchable(word) || '%' from unnest(${words}::text[]) word))`;
}
