import { scaleLinear, scaleSymlog } from '@visx/scale';
import type { RunPoint } from './run-points.ts';

/** With a larger ratio between the largest and the median sync, the usual ones would be too low to see. */
const MAX_RATIO = 20;
const MIN_TOP = 4;
/** Gives the step from 0 to 1 about two thirds of the height of a step to ten times as much. */
const BELOW_ONE = 0.3;

const totalOf = ({ added, updated, offboarded }: RunPoint): number => added + updated + offboarded;

/** Whether each grid line of the chart is ten times the one below, instead of all at the same distance. */
export function usesTens(points: readonly RunPoint[]): boolean {
  const totals = points
    .map(totalOf)
    .filter((total) => total > 0)
    .toSorted((a, b) => a - b);
  const median = totals[Math.floor((totals.length - 1) / 2)] ?? 0;
  return (totals.at(-1) ?? 0) > MAX_RATIO * median;
}

/** The vertical scale, and the values of its grid lines. */
export function scaleOf(points: readonly RunPoint[], range: [number, number]) {
  const most = Math.max(MIN_TOP, ...points.map(totalOf));
  if (!usesTens(points)) {
    const scale = scaleLinear<number>({ domain: [0, most], range, nice: true });
    return { scale, lines: scale.ticks(4).filter(Number.isInteger) };
  }
  const powers = Math.floor(Math.log10(most));
  const lines = [0, ...Array.from({ length: powers + 1 }, (_, power) => 10 ** power)];
  return { scale: scaleSymlog<number>({ domain: [0, most], range, constant: BELOW_ONE }), lines };
}
