import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { CommanderError } from 'commander';
import { adviceOnHostRefusal, isDatabaseUnavailable, tlsFailure } from '../platform/db/failures.ts';
import { AppError, errorCode } from '../platform/errors.ts';
import type { CommandProcess } from './command-process.ts';
import { createProgram } from './program.ts';

/** Runs one command. Its output and its exit code go to `own`, which is the process itself except in tests. */
export async function runProgram(args: readonly string[], own: CommandProcess): Promise<void> {
  try {
    const program = await createProgram(args[0], own);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // The parser has written its message.
    if (error instanceof CommanderError) own.exitCode = error.exitCode;
    else {
      own.stderr.write(`${explain(error, own.env)}\n`);
      own.exitCode = 1;
    }
  }
}

export function explain(error: unknown, env: CommandProcess['env'] = {}): string {
  if (error instanceof AppError) return `transit: ${error.message}`;
  if (error instanceof Error && error.name === 'PostgresError') {
    const advice = adviceOnHostRefusal(error, env['DATABASE_URL'] ?? '');
    return [`transit: The database says: ${error.message}`, ...(advice ? [advice] : [])].join('\n');
  }
  if (error instanceof Error && errorCode(error) === 'EACCES' && 'path' in error)
    return `transit: ${resolve(String(error.path))} cannot be opened: the user ${userInfo().username} may not.`;
  const tls = tlsFailure(error);
  if (tls !== undefined) return `transit: ${tls}`;
  if (isUnreachable(error))
    return env['DATABASE_URL']
      ? 'transit: The database named by DATABASE_URL does not answer. Is it running, and is the address right?'
      : 'transit: The embedded database has stopped. Read postgres.log in DATA_DIR, then start again.';
  return `transit: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** Distinguishes a missing socket or host name from a missing file: only the error of a file has a path. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error) || 'path' in error) return false;
  return isDatabaseUnavailable(error) || ('syscall' in error && error.syscall === 'getaddrinfo');
}
