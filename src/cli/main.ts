#!/usr/bin/env node
import { Command } from 'commander';
import { AppError } from '../errors.ts';
import { version } from '../version.ts';
import { addCompanies } from './companies.ts';
import { addDemo } from './demo.ts';
import { addEmployees } from './employees.ts';
import { addIntegrations } from './integrations.ts';
import { addKeys } from './keys.ts';
import { addMigrate } from './migrate.ts';
import { addServe } from './serve.ts';
import { addUsers } from './users.ts';

const program = new Command('transit')
  .description('Monthly transit tickets for employees, kept in step with the HR system.')
  .version(version)
  .showHelpAfterError('(add --help for what is possible)')
  .configureHelp({ showGlobalOptions: true })
  .addHelpText(
    'after',
    `
Environment:
  TRANSIT_ENV             staging (default) or production
  HOST, PORT              where to listen (127.0.0.1, 8080)
  BASE_URL                address used in links (http://HOST:PORT)
  DATABASE_URL            a PostgreSQL server; without it the embedded one is used
  DATA_DIR                folder of the embedded database and its secrets (./data)
  SECRET_KEY[_FILE]       for derived tokens; required with DATABASE_URL
  TRUST_PROXY             whose forwarded addresses to believe (none)
  RATE_LIMIT_PER_MINUTE   requests per key, 0 = no limit (6000)
  LOG_LEVEL               fatal, error, warn, info (default), debug, trace or silent`,
  );

for (const add of [
  addServe,
  addMigrate,
  addDemo,
  addCompanies,
  addUsers,
  addKeys,
  addIntegrations,
  addEmployees,
])
  add(program);

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

function explain(error: unknown): string {
  if (error instanceof AppError) return `transit: ${error.message}`;
  if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')
    return 'transit: The database named by DATABASE_URL does not answer. Is it running, and is the address right?';
  if (error instanceof Error && error.name === 'PostgresError')
    return `transit: The database says: ${error.message}`;
  return `transit: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
