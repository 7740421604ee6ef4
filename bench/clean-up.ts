type Task = () => Promise<void>;

const ofGroup: Task[] = [];
const ofRun: Task[] = [];

/** Registers a task that runs when the group of lines ends: its services would do the work of the next one. */
export function whenGroupDone(task: Task): void {
  ofGroup.push(task);
}

/** Registers a task that runs when the benchmark ends, fails or is interrupted. */
export function whenDone(task: Task): void {
  ofRun.push(task);
}

let cleaning: Promise<void> | undefined;

/** Runs all tasks, those of the group first. They run once; every caller waits for the same run. */
export function cleanUp(): Promise<void> {
  cleaning ??= endGroup().then(() => runInReverse(ofRun));
  return cleaning;
}

export function endGroup(): Promise<void> {
  return runInReverse(ofGroup);
}

async function runInReverse(tasks: Task[]): Promise<void> {
  for (let task = tasks.pop(); task; task = tasks.pop()) await task();
}
