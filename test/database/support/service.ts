import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { PERMISSIONS, type Permission } from '../../../src/company/api-keys/permissions.ts';
import { createCompany } from '../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import type { App } from '../../../src/http/app.ts';
import { buildApp } from '../../../src/http/build-app.ts';
import { createServices } from '../../../src/http/create-services.ts';
import { type Config, readConfig } from '../../../src/platform/config/config.ts';
import { basic } from '../../pure/support/basic.ts';
import { createTestDatabase, stopBefore, type TestDatabase } from './test-database.ts';
import { TEST_DATA_DIR } from './test-server.ts';

export { basic };

export interface TestService {
  app: App;
  database: TestDatabase;
  config: Config;
  secretKeys: readonly string[];
}

const SECRET_KEYS = ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U'];

/** Tests send many requests from one address. */
const UNLIMITED = {
  RATE_LIMIT_PER_MINUTE: '0',
  PORTAL_RATE_LIMIT_PER_MINUTE: '0',
  ADDRESS_RATE_LIMIT_PER_MINUTE: '0',
  REQUESTS_AT_ONCE: '0',
};

/**
 * Starts the real app on its own database; only the configuration differs from production. Call it at the top
 * of the file and not inside a hook: it closes after the last test of the file.
 */
export async function createTestService(
  variables: Record<string, string> = {},
  database?: TestDatabase,
): Promise<TestService> {
  const config = readConfig({
    ...UNLIMITED,
    LOG_LEVEL: 'silent',
    BASE_URL: 'https://tickets.example.com',
    DATA_DIR: process.env[TEST_DATA_DIR],
    ...variables,
  });
  const own = database ?? (await createTestDatabase());
  const services = createServices({
    config,
    version: '0.0.0-test',
    database: own,
    secretKeys: SECRET_KEYS,
    wakeRosterWorker: () => {},
    onError: (error) => {
      throw error;
    },
  });
  const app = await buildApp(services);
  stopBefore(own, async () => {
    // A browser keeps connections that have not sent a request. Node does not count them as idle and would wait for them.
    const cutting = setInterval(() => app.server.closeAllConnections(), 100);
    await app.close().finally(() => clearInterval(cutting));
  });
  return { app, database: own, config, secretKeys: SECRET_KEYS };
}

/** Creates a company with a key. `get` sends requests with that key. */
export async function createTestCompany(
  service: TestService,
  permissions: readonly Permission[] = PERMISSIONS,
) {
  const company = await createCompany(service.database.sql, OPERATOR, { name: 'Beispiel GmbH' });
  const key = await createKey(service.database.sql, company.id, OPERATOR, {
    environment: service.config.environment,
    name: 'test',
    permissions,
  });
  const get = (url: string, headers: Record<string, string> = {}) =>
    service.app.inject({ method: 'GET', url, headers: { authorization: basic(key), ...headers } });
  return { company, key, get };
}
