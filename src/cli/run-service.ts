import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import type { OpenDatabase } from '../db/open.ts';
import { createDemoOnce } from '../demo/create-demo-once.ts';
import { AppError } from '../errors.ts';
import { buildApp } from '../http/app.ts';
import { createServices } from '../http/create-services.ts';
import { buildPortal } from '../http/portal-pages/build-portal.ts';
import { createTicker } from '../jobs/ticker.ts';
import { loadSecretKeys } from '../secret-keys.ts';
import { version } from '../version.ts';
import { describeDemo } from './demo.ts';
import { shutDownOnSignals } from './shut-down.ts';

export async function runService(config: Config, database: OpenDatabase): Promise<void> {
  // Before the demo is made: its credentials are shown once, and a start that fails would not get to show them.
  await requireFreePort(config);
  // Meanwhile, and not waited for: whoever opens the portal too early sees that it is being built, or why it is not.
  buildPortal().catch(() => {});
  const demo = config.environment === 'staging' ? await createDemoOnce(database.sql) : undefined;
  const services = createServices({
    config,
    version,
    database,
    secretKeys: await loadSecretKeys(config),
    onError: (error) => app.log.error({ err: error }, 'background work failed'),
  });
  const app = await buildApp(services);
  const ticker = createTicker({ sql: database.sql, log: app.log });
  try {
    await app.listen({ host: config.host, port: config.port });
    process.stdout.write(
      `${[...banner(config), ...(demo ? ['', ...describeDemo(demo, config)] : [])].join('\n')}\n`,
    );
    shutDownOnSignals(app, ticker, database);
    ticker.start();
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function requireFreePort({ host, port }: Config): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen({ host, port }), 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new AppError(
        'invalid-configuration',
        `Port ${port} on ${host} is already in use. Choose another one, for instance: PORT=${port + 1} npm start`,
      );
    throw error;
  }
  probe.close();
  await once(probe, 'close');
}

function banner(config: Config): string[] {
  return [
    `Transit Ticket Service ${version} (${config.environment}) is ready.`,
    `  API       ${config.baseUrl}`,
    `  Portal    ${config.baseUrl}/portal`,
    `  API docs  ${config.baseUrl}/docs`,
    `  Database  ${config.databaseUrl ? 'the server named by DATABASE_URL' : `embedded, in ${config.dataDir}`}`,
  ];
}
