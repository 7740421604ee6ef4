import type { Environment } from '../../platform/config/config.ts';
import type { Pool } from '../../platform/db/types.ts';
import { refused } from '../../platform/refusals.ts';

/** Refuses writes to a demo company while its story is being played. */
export interface DemoGuard {
  /** Whether the company is known to take writes. Saves a query: a company whose story is over gets no other. */
  isReady(companyId: number): boolean;
  /** Throws 409 `demo-not-ready`. */
  requireReady(companyId: number): Promise<void>;
}

export function createDemoGuard(sql: Pool, environment: Environment): DemoGuard {
  const ready = new Set<number>();
  return {
    // Only staging has demo companies.
    isReady: (companyId) => environment === 'production' || ready.has(companyId),
    async requireReady(companyId) {
      const stories = await sql`select from demo_stories where company_id = ${companyId}`;
      if (stories.length > 0) throw refused('demo-not-ready');
      ready.add(companyId);
    },
  };
}
