const pending: (() => Promise<void>)[] = [];

/** To be done when the work is over, whether it ends, fails or is interrupted. */
export function whenDone(task: () => Promise<void>): void {
  pending.push(task);
}

/** The last thing begun is ended first. */
export async function cleanUp(): Promise<void> {
  for (let task = pending.pop(); task; task = pending.pop()) await task();
}
