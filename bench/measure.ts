export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Returns the duration of one call in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/**
 * Returns the medians of two alternating measurements, after one unmeasured call of each. Other load on the
 * machine then affects both equally.
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
