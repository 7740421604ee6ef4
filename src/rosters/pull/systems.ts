import { bamboohr } from './bamboohr/bamboohr.ts';
import { fileDrop } from './file-drop/file-drop.ts';
import { hibob } from './hibob/hibob.ts';
import type { HrSystem } from './hr-system.ts';
import { httpsFile } from './https-file/https-file.ts';
import { kombo } from './kombo/kombo.ts';
import { personio } from './personio/personio.ts';
import { sftpFetch } from './sftp-fetch/sftp-fetch.ts';

/** Every system that the service can fetch from, by the name that the API uses. */
export const SYSTEMS = {
  personio,
  bamboohr,
  hibob,
  kombo,
  'https-file': httpsFile,
  'sftp-fetch': sftpFetch,
  'file-drop': fileDrop,
} as const satisfies Record<string, HrSystem>;
export type SystemName = keyof typeof SYSTEMS;

export const SYSTEM_NAMES = Object.keys(SYSTEMS) as SystemName[];
