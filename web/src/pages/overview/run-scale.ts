import { scaleLinear, scaleSymlog } from '@visx/scale';
import type { RunPoint } from './run-points.ts';

/** With a larger ratio between the largest and the median sync, the usual ones would be too low to see. */
const MOST_RATIO = 20;
const SMALLEST_TOP = 4;
/** Gives the step from 0 to 1 about two thirds of the height of a step to ten times as much. */
const BELOW_ONE = 0.3;

export const totalOf = ({ added, updated, offboarded }: RunPoint): number => added + updated + offboarded;

/** Whether each grid line of the chart is ten times the one below, instead of all at the same distance. */
export function usesTens(points: readonly RunPoint[]): boolean {
  const totals = points
    .map(totalOf)
    .filter((total) => total > 0)
    .toSorted((a, b) => a - b);
  const median = totals[Math.floor((totals.length - 1) / 2)] ?? 0;
  return (totals.at(-1) ?? 0) > MOST_RATIO * median;
}

/** The vertical scale, and the values of its grid lines. */
export function scaleOf(points: readonly RunPoint[], range: [number, number]) {
  const most = Math.max(SMALLEST_TOP, ...points.map(totalOf));
  if (!usesTens(points)) {
    const scale = scaleLinear({ domain: [0, most], range, nice: true });
    return { scale, lines: scale.ticks(4).filter(Number.isInteger) };
  }
  const powers = Math.floor(Math.log10(most));
  const lines = [0, ...Array.from({ length: powers + 1 }, (_, power) => 10 ** power)];
  return { scale: scaleSymlog({ domain: [0, most], range, constant: BELOW_ONE }), lines };
}

export interface Segment<Name> {
  name: Name;
  y: number;
  height: number;
}

const LOWEST = 2;

/**
 * Divides a bar among its parts by their share. A part that is not zero stays visible, at the expense of the largest.
 */
export function segmentsOf<Name extends string>(
  parts: readonly { name: Name; value: number }[],
  bottom: number,
  height: number,
): Segment<Name>[] {
  const shown = parts.filter(({ value }) => value > 0);
  const total = shown.reduce((sum, { value }) => sum + value, 0);
  const heights = shown.map(({ value }) => Math.max(LOWEST, (height * value) / total));
  const excess = heights.reduce((sum, each) => sum + each, 0) - Math.max(height, LOWEST * shown.length);
  const largest = heights.indexOf(Math.max(...heights));
  let y = bottom;
  return shown.map(({ name }, index) => {
    const own = (heights[index] ?? 0) - (index === largest ? excess : 0);
    y -= own;
    return { name, y, height: own };
  });
}
