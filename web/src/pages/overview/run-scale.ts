import { scaleLinear } from '@visx/scale';
import type { RunPoint } from './run-points.ts';

/** Columns that are so many times the median are cut off: otherwise the usual ones would be too low to see. */
const MAX_RATIO = 20;
const MIN_TOP = 4;

export const totalOf = ({ added, updated, offboarded }: RunPoint): number => added + updated + offboarded;

/** The largest total that is drawn in full. */
function topOf(points: readonly RunPoint[]): number {
  const totals = points
    .map(totalOf)
    .filter((total) => total > 0)
    .toSorted((a, b) => a - b);
  const median = totals[Math.floor((totals.length - 1) / 2)] ?? 0;
  return Math.max(MIN_TOP, ...totals.filter((total) => total <= MAX_RATIO * median));
}

/** Whether a column is higher than the chart. */
export function isCut(point: RunPoint, points: readonly RunPoint[]): boolean {
  return totalOf(point) > topOf(points);
}

/** The vertical scale, and the values of its grid lines. Room above the columns is for the totals of those that are cut. */
export function scaleOf(points: readonly RunPoint[], [bottom, top]: [number, number]) {
  const hasCut = points.some((point) => isCut(point, points));
  const range: [number, number] = [bottom, hasCut ? top + 16 : top];
  const scale = scaleLinear<number>({ domain: [0, topOf(points)], range, nice: true, clamp: true });
  return { scale, lines: scale.ticks(4).filter(Number.isInteger) };
}
