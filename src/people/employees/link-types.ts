export const LINK_TYPES = ['custom', 'hr-integration'] as const;
export type LinkType = (typeof LINK_TYPES)[number];
