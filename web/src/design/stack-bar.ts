export interface BarPart<Name> {
  name: Name;
  y: number;
  height: number;
}

const LOWEST = 2;

/**
 * Divides a bar among its parts by their share, from the bottom to the top. A part that is not zero stays visible, at the
 * expense of the largest.
 */
export function stackBar<Name extends string>(
  parts: readonly { name: Name; value: number }[],
  bottom: number,
  height: number,
): BarPart<Name>[] {
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
