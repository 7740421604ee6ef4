import { type DatabaseServer, parseDatabaseUrl } from '../config/database-url.ts';
import type { Target } from './types.ts';

/** How both drivers reach the server. The embedded one listens on a socket. */
export function serverOf(target: Target): DatabaseServer {
  return typeof target === 'string' ? parseDatabaseUrl(target) : { ...target, ssl: false };
}
