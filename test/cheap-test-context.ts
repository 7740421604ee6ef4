import hooks, { AsyncLocalStorage, type AsyncResource, type HookCallbacks } from 'node:async_hooks';

// test/run.ts loads this module into every process of test files, before they load node:test. A call of `after` or `it` and an uncaught
// error belong to the test that is running. To find it, node:test observes every promise of the process, which took a quarter of
// the processor time of tests with a database. Here an AsyncLocalStorage holds the test, which Node passes on at no cost.

const currentTest = new AsyncLocalStorage<number>();
const { createHook, executionAsyncId } = hooks;
const { runInAsyncScope } = hooks.AsyncResource.prototype;
let noteTest: ((test: AsyncResource) => void) | undefined;

Object.assign(hooks, {
  createHook(callbacks: HookCallbacks) {
    // The first hook is that of node:test.
    if (noteTest) return createHook(callbacks);
    noteTest = (test) => callbacks.init?.(test.asyncId(), 'Test', test.triggerAsyncId(), test);
    return { enable() {}, disable() {} };
  },
  executionAsyncId: () => currentTest.getStore() ?? executionAsyncId(),
});

/** node:test runs tests, suites and their hooks with this method. */
hooks.AsyncResource.prototype.runInAsyncScope = function <Result>(
  this: AsyncResource,
  run: (...args: unknown[]) => Result,
  self?: unknown,
  ...args: unknown[]
): Result {
  if (!('createSubtest' in this)) return runInAsyncScope.call(this, run, self, ...args) as Result;
  noteTest?.(this);
  const id = this.asyncId();
  return runInAsyncScope.call(this, () => currentTest.run(id, () => run.apply(self, args))) as Result;
};
