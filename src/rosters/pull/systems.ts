import type { HrSystem } from './hr-system.ts';
import { httpsFile } from './https-file/https-file.ts';
import { personio } from './personio/personio.ts';

/** Every system that the service can fetch from, by the name that the API uses. */
export const SYSTEMS = {
  personio,
  'https-file': httpsFile,
} as const satisfies Record<string, HrSystem>;
export type SystemName = keyof typeof SYSTEMS;
