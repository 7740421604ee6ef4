export const STEPS = ['system', 'credentials', 'test', 'mapping', 'preview', 'schedule'] as const;
export type ConnectStep = (typeof STEPS)[number];
