import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/open.ts';

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the service; a new staging database first gets a demo company')
    .action(async () => {
      const config = readConfig();
      // Loaded here and not above: the other commands start twice as fast without the HTTP side.
      const { runService } = await import('./run-service.ts');
      const database = await openDatabase(config, 'serve', (message) => process.stderr.write(`${message}\n`));
      try {
        await runService(config, database);
      } catch (error) {
        await database.close();
        throw error;
      }
    });
}
