import type { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { type OpenDatabase, openDatabase } from '../db/open.ts';
import { createDemoOnce } from '../demo/create-demo-once.ts';
import { AppError } from '../errors.ts';
import { type App, buildApp } from '../http/app.ts';
import { createServices } from '../http/create-services.ts';
import { createTicker } from '../jobs/ticker.ts';
import { loadSecretKeys } from '../secret-keys.ts';
import { version } from '../version.ts';
import { describeDemo } from './demo.ts';
import { shutDownOnSignals } from './shut-down.ts';

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the service; a new staging database first gets a demo company')
    .action(async () => {
      const config = readConfig();
      const database = await openDatabase(config, 'serve', (message) => process.stderr.write(`${message}\n`));
      try {
        await serve(config, database);
      } catch (error) {
        await database.close();
        throw error;
      }
    });
}

async function serve(config: Config, database: OpenDatabase): Promise<void> {
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
    await listen(app, config);
    shutDownOnSignals(app, ticker, database);
    // Only now: its credentials are shown once, and a start that finds its port taken would not get to show them.
    const demo = config.environment === 'staging' ? await createDemoOnce(database.sql) : undefined;
    process.stdout.write(
      `${[...banner(config), ...(demo ? ['', ...describeDemo(demo, config)] : [])].join('\n')}\n`,
    );
    ticker.start();
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function listen(app: App, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new AppError(
        'invalid-configuration',
        `Port ${port} on ${host} is already in use. Choose another one, for instance: PORT=${port + 1} npm start`,
      );
    throw error;
  }
}

function banner(config: Config): string[] {
  return [
    `Transit Ticket Service ${version} (${config.environment}) is ready.`,
    `  API       ${config.baseUrl}`,
    `  API docs  ${config.baseUrl}/docs`,
    `  Database  ${config.databaseUrl ? 'the server named by DATABASE_URL' : `embedded, in ${config.dataDir}`}`,
  ];
}
