#!/usr/bin/env node
import { surviveLostConnections } from '../platform/db/driver-faults.ts';
import { isDatabaseUnavailable } from '../platform/db/failures.ts';
import { AppError } from '../platform/errors.ts';
import { createProgram } from './program.ts';

surviveLostConnections((error) => {
  process.stderr.write(`${explain(error)}\n${whereFrom(error)}\n`);
  process.exit(1);
});

try {
  await (await createProgram(process.argv[2])).parseAsync();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

function explain(error: unknown): string {
  if (error instanceof AppError) return `transit: ${error.message}`;
  if (error instanceof Error && error.name === 'PostgresError')
    return `transit: The database says: ${error.message}`;
  if (isUnreachable(error))
    return 'transit: The database named by DATABASE_URL does not answer. Is it running, and is the address right?';
  return `transit: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** The stack of an uncaught error, without the message that is printed above it. */
function whereFrom(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/** Distinguishes a missing socket or host name from a missing file: only the error of a file has a path. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error) || 'path' in error) return false;
  return isDatabaseUnavailable(error) || ('syscall' in error && error.syscall === 'getaddrinfo');
}
