import type { Target } from '../../../src/platform/db/types.ts';

/** The environment variable through which the global setup passes the server to the test processes. */
export const TEST_SERVER = 'TRANSIT_TEST_SERVER';

/** The environment variable with the DATA_DIR of apps that tests build. They keep certificates of specimens there. */
export const TEST_DATA_DIR = 'TRANSIT_TEST_DATA_DIR';

export interface TestServer {
  server: Target;
  template: string;
}

/** Returns the address of another database on the same server. */
export function targetOf({ server }: Pick<TestServer, 'server'>, database: string): Target {
  if (typeof server !== 'string') return { ...server, database };
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Returns the address as an operator writes it in DATABASE_URL. The embedded server of the tests listens on a
 * socket.
 */
export function urlOf(target: Target): string {
  if (typeof target === 'string') return target;
  const { username, password, host, port, database } = target;
  const query = new URLSearchParams({ host });
  return `postgres://${username}:${encodeURIComponent(password)}@localhost:${port}/${database}?${query}`;
}
