import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runProgram } from '../../../src/cli/run-program.ts';
import type { TestDatabase } from './test-database.ts';
import { urlOf } from './test-server.ts';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command of the CLI in the process of the test, without a terminal. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Ran> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(stdout), text(stderr)]);
  const own = { env, stdin: Readable.from([]), stdout, stderr, exitCode: 0 };
  await runProgram(args, own);
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { code: own.exitCode, stdout: out, stderr: err };
}

/** Runs the CLI on the database of a test. */
export function commandLineOn({ server }: TestDatabase, variables: Record<string, string> = {}) {
  const env = {
    SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U',
    BASE_URL: 'https://tickets.example.com',
    DATABASE_URL: urlOf(server.target),
    ...variables,
  };
  const run = (...args: string[]) => runCommand(args, env);
  const runJson = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, '--json');
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };
  return { run, runJson };
}
