import type { Command } from 'commander';
import { readMigrations } from '../platform/db/migrate.ts';
import { commit, version } from '../platform/version.ts';
import { processOf } from './command-process.ts';

export function addVersion(program: Command): void {
  const command = program
    .command('version')
    .description('print the version, the commit if it is known, and what the program consists of')
    .option('--json', 'print the result as one JSON value')
    .action(({ json }: { json?: true }) => {
      const data = {
        version,
        commit: commit() ?? null,
        node: process.version,
        schema: readMigrations().length,
      };
      const lines = [
        `Transit Ticket Service ${data.version}`,
        `  Commit  ${data.commit ?? 'unknown'}`,
        `  Node    ${data.node}`,
        `  Schema  ${data.schema}`,
      ];
      processOf(command).stdout.write(`${json ? JSON.stringify(data, null, 2) : lines.join('\n')}\n`);
    });
}
