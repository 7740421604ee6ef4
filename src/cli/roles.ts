/**
 * The work of a node: `api` answers requests, `worker` applies rosters and runs scheduled jobs, `all` does
 * both.
 */
export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];
