import { triedTooOften } from '../../accounts/throttle.ts';
import { counterOf, countUp } from '../../platform/db/counters-sql.ts';
import type { Pool } from '../../platform/db/types.ts';
import { RATES } from '../../platform/limits.ts';
import type { PageOwner } from '../../platform/links/page-links.ts';

/** Bounds what a person, or a script with the person's link and cookie, does. */
export async function countActs(
  sql: Pool,
  { companyId, employeeId }: PageOwner,
  what: 'actsOfPerson' | 'actPreviewsOfPerson',
): Promise<void> {
  const { wait } = await countUp(sql, counterOf(`${what} ${companyId} ${employeeId}`), RATES[what]);
  if (wait !== undefined) throw triedTooOften(wait);
}
