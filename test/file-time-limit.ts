import { subscribe } from 'node:diagnostics_channel';
import { FILE_BEGUN } from './processor-time.ts';

// test/run.ts loads this module into every process of test files. The time limit of Node's runner covers single
// tests. It covers neither a top-level await that never ends nor a connection that keeps the process alive.
const LIMIT_MINUTES = 15;

const limit = setTimeout(() => {
  process.stderr.write(`A test file has not ended after ${LIMIT_MINUTES} minutes.\n`);
  process.exit(1);
}, LIMIT_MINUTES * 60_000).unref();

// Files that share a process have as much time each.
subscribe(FILE_BEGUN, () => limit.refresh());
