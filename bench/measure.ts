export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Milliseconds that one go takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/**
 * The medians of two things measured in turn, after one unmeasured go of each: what else the machine does meanwhile
 * then falls on both alike.
 */
export async function inTurn(
  rounds: number,
  baseline: () => Promise<number>,
  subject: () => Promise<number>,
): Promise<{ baseline: number; subject: number }> {
  await baseline();
  await subject();
  const measured: [number, number][] = [];
  for (let round = 0; round < rounds; round++) measured.push([await baseline(), await subject()]);
  return {
    baseline: median(measured.map(([first]) => first)),
    subject: median(measured.map(([, second]) => second)),
  };
}
