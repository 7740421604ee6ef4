import type { Pool } from '../../src/platform/db/types.ts';
import { createTestDatabase } from '../database/support/test-database.ts';
import { urlOf } from '../database/support/test-server.ts';
import { hashesOfTests } from '../process/support/hashes-of-tests.ts';
import { Node, QUIET } from '../process/support/node.ts';
import { anotherPort, makePlace } from '../process/support/program.ts';

export const METRICS_TOKEN = 'a-token-for-prometheus';
const SECRET_KEY = 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U';

/** An installation that is killed repeatedly. */
export interface World {
  readonly sql: Pool;
  /** The nodes that accept rosters now. */
  urls(): readonly string[];
  /** Functions that kill a process, by name. */
  readonly kills: Readonly<Record<string, () => Promise<void>>>;
  revive(): Promise<void>;
  /** The logs of all processes, running and killed. */
  logs(): string;
}

/** Nodes of the service on the cluster. */
export async function clusterWorld(
  count: 1 | 2 = 2,
): Promise<Pick<World, 'sql' | 'urls' | 'revive' | 'logs'> & { kill: () => Promise<void> }> {
  const { sql, server } = await createTestDatabase();
  const first = await makePlace({ DATABASE_URL: urlOf(server.target), SECRET_KEY, METRICS_TOKEN, ...QUIET });
  const places = count === 1 ? [first] : [first, await anotherPort(first)];
  const nodes = places.map((place) => new Node(place, [], hashesOfTests()));
  return {
    sql,
    urls: () => nodes.map(({ place }) => place.url),
    revive: async () => {
      await Promise.all(nodes.map((node) => node.revive()));
    },
    kill: async () => {
      await Promise.all(nodes.map((node) => node.kill()));
    },
    logs: () => nodes.map((node) => node.logs()).join(''),
  };
}
