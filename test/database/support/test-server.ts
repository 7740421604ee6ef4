import type { Target } from '../../../src/db/types.ts';

/** The variable in which the global set-up tells the test processes about the server. */
export const TEST_SERVER = 'TRANSIT_TEST_SERVER';

export interface TestServer {
  server: Target;
  template: string;
}

/** The same server, another database. */
export function targetOf({ server }: TestServer, database: string): Target {
  if (typeof server !== 'string') return { ...server, database };
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** As an operator writes it; the embedded server of the tests is reached through a socket. */
export function urlOf(target: Target): string {
  if (typeof target === 'string') return target;
  const { username, password, host, port, database } = target;
  const query = new URLSearchParams({ host });
  return `postgres://${username}:${encodeURIComponent(password)}@localhost:${port}/${database}?${query}`;
}
