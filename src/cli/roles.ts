/** What a node does: answer requests, apply rosters and let time pass, or both. */
export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];
