const pending: (() => Promise<void>)[] = [];

/** To be done when the work is over, whether it ends, fails or is interrupted. */
export function whenDone(task: () => Promise<void>): void {
  pending.push(task);
}

let cleaning: Promise<void> | undefined;

/** The last thing begun is ended first. Whoever asks, it is done once, and all wait until it is. */
export function cleanUp(): Promise<void> {
  cleaning ??= endEverything();
  return cleaning;
}

async function endEverything(): Promise<void> {
  for (let task = pending.pop(); task; task = pending.pop()) await task();
}
