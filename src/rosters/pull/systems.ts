import type { HrSystem } from './hr-system.ts';
import { httpsFile } from './https-file/https-file.ts';

/** Every system that the service can fetch from, by the name that the API uses. */
export const SYSTEMS = {
  'https-file': httpsFile,
} as const satisfies Record<string, HrSystem>;
export type SystemName = keyof typeof SYSTEMS;
