import { type Command, Option } from 'commander';
import { readConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/db/open.ts';
import { AppError } from '../platform/errors.ts';
import { ROLES, type Role } from './roles.ts';
import { requireFreePort } from './service/free-port.ts';

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the service; on a new staging database, create a demo company first')
    .addOption(
      new Option('--role <role>', 'work of this node; api and worker need DATABASE_URL')
        .choices(ROLES)
        .default('all'),
    )
    .option('--no-demo', 'create no demo company')
    .action(async ({ role, demo }: { role: Role; demo: boolean }) => {
      const config = readConfig();
      if (role !== 'all' && !config.databaseUrl)
        throw new AppError(
          'invalid-configuration',
          `--role ${role} is for several nodes on one server: set DATABASE_URL. Without it one process does everything.`,
        );
      // Before a database is created or migrated, and before the demo, whose credentials are printed once.
      await requireFreePort(config);
      // Imported lazily: other commands start twice as fast without the HTTP modules. The import runs while
      // the database starts.
      const loading = import('./service/run-service.ts');
      const database = await openDatabase(config, 'serve', {
        onTrouble: (message) => process.stderr.write(`${message}\n`),
        onStep: (message) => process.stdout.write(`${message}\n`),
      });
      try {
        const { runService } = await loading;
        await runService(config, database, { role, demo });
      } catch (error) {
        await database.close();
        throw error;
      }
    });
}
