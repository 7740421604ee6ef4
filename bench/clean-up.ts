const pending: (() => Promise<void>)[] = [];

/** Registers a task that runs when the benchmark ends, fails or is interrupted. */
export function whenDone(task: () => Promise<void>): void {
  pending.push(task);
}

let cleaning: Promise<void> | undefined;

/** Runs the tasks in reverse order. They run once; every caller waits for the same run. */
export function cleanUp(): Promise<void> {
  cleaning ??= runCleanUpTasks();
  return cleaning;
}

async function runCleanUpTasks(): Promise<void> {
  for (let task = pending.pop(); task; task = pending.pop()) await task();
}
