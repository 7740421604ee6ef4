import type { Command } from 'commander';
import { withDatabase } from './command.ts';

export function addMigrate(program: Command): void {
  const migrate = program
    .command('migrate')
    .description('migrate the database schema (serve does this at start)');
  // Opening the database migrates it, so no command works on an old schema.
  withDatabase(
    migrate,
    async ({ applied }) => ({
      data: { applied },
      lines: applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['The schema is up to date.'],
    }),
    { mayCreate: true },
  );
}
