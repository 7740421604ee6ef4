import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '../../database/support/test-database.ts';
import { COMPILED } from '../../pure/support/compiled.ts';

const MAIN = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the CLI as a child process on the database of a test. */
export function commandLineOn({ target }: TestDatabase, variables: Record<string, string> = {}) {
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NODE_COMPILE_CACHE: COMPILED,
    SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U',
    BASE_URL: 'https://tickets.example.com',
    ...databaseVariables(target),
    ...variables,
  };
  const run = (...args: string[]) =>
    new Promise<Ran>((resolve) => {
      execFile(process.execPath, [MAIN, ...args], { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
      );
    });
  const runJson = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, '--json');
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };
  return { run, runJson };
}

/** A socket folder cannot be part of an address; the driver reads it from the libpq variables. */
function databaseVariables(target: TestDatabase['target']): Record<string, string> {
  if (typeof target === 'string') return { DATABASE_URL: target };
  return {
    DATABASE_URL: `postgres:///${target.database}`,
    PGHOST: target.host,
    PGPORT: String(target.port),
    PGUSER: target.username,
    PGPASSWORD: target.password,
  };
}
