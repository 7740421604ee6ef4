#!/usr/bin/env node
import { surviveLostConnections } from '../platform/db/driver-faults.ts';
import { explain, runProgram } from './run-program.ts';

surviveLostConnections((error) => {
  process.stderr.write(`${explain(error)}\n${whereFrom(error)}\n`);
  process.exit(1);
});

await runProgram(process.argv.slice(2), process);

/** The stack of an uncaught error, without the message that is printed above it. */
function whereFrom(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
