// test/run.ts loads this module into every process of test files. The time limit of Node's runner covers single
// tests. It covers neither a top-level await that never ends nor a connection that keeps the process alive.
const LIMIT_MINUTES = 15;

setTimeout(() => {
  process.stderr.write(`The test files have not ended after ${LIMIT_MINUTES} minutes.\n`);
  process.exit(1);
}, LIMIT_MINUTES * 60_000).unref();
