import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand } from '@visx/scale';
import { useLocation } from 'wouter';
import { useWidth } from '../../design/use-width.ts';
import { useFormat } from '../../language/use-format.ts';
import { markOf, type RunPoint, runAddress, SERIES } from './run-points.ts';
import { scaleOf, segmentsOf, totalOf } from './run-scale.ts';

const HEIGHT = 236;
/** Room for the labels of the axis: 1,000,000 people have nine characters. */
const CHARACTER_WIDTH = 7;
const BOTTOM = 26;
const RIGHT = 24;
const TOP = 8;
const LABEL_WIDTH = 84;
const WIDEST_BAR = 28;

/** One column per run. The whole column is clickable, because a run that changed nothing has no bar. */
export function Bars({
  points,
  onHover,
}: {
  points: RunPoint[];
  onHover: (hovered: { point: RunPoint; x: number } | null) => void;
}) {
  const format = useFormat();
  const [, go] = useLocation();
  const [box, width] = useWidth();
  const { scale: y, lines } = scaleOf(points, [HEIGHT - BOTTOM, TOP]);
  const widest = Math.max(...lines.map((line) => format.number(line).length));
  const left = 34 + Math.max(0, widest - 3) * CHARACTER_WIDTH;
  const x = scaleBand({
    domain: points.map(({ id }) => id),
    range: [left, Math.max(left + 1, width - RIGHT)],
    padding: 0.28,
  });
  const byId = new Map(points.map((point) => [point.id, point]));
  const barWidth = Math.min(WIDEST_BAR, x.bandwidth());
  const every = Math.max(1, Math.ceil((points.length * LABEL_WIDTH) / Math.max(1, width - left)));
  const tick = { fill: 'var(--quiet)', fontSize: 12, fontFamily: 'inherit' };
  return (
    <div ref={box}>
      <svg width={width} height={HEIGHT} aria-hidden="true" onMouseLeave={() => onHover(null)}>
        <GridRows
          scale={y}
          left={left}
          width={Math.max(0, width - left)}
          tickValues={lines}
          stroke="var(--line)"
        />
        {points.map((point) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse only; the table below has the links
          <rect
            key={point.id}
            className="sync-chart-column"
            x={(x(point.id) ?? 0) - (x.step() - x.bandwidth()) / 2}
            y={0}
            width={x.step()}
            height={HEIGHT - BOTTOM}
            onMouseEnter={() => onHover({ point, x: (x(point.id) ?? 0) + x.bandwidth() / 2 })}
            onClick={() => go(runAddress(point.run))}
          />
        ))}
        {points.flatMap((point) =>
          segmentsOf(
            SERIES.map((name) => ({ name, value: point[name] })),
            HEIGHT - BOTTOM,
            HEIGHT - BOTTOM - y(totalOf(point)),
          ).map((segment) => (
            <rect
              key={`${segment.name} ${point.id}`}
              className="sync-chart-bar"
              x={(x(point.id) ?? 0) + (x.bandwidth() - barWidth) / 2}
              y={segment.y}
              width={barWidth}
              height={segment.height}
              rx={Math.min(2, segment.height / 2)}
              fill={`var(--series-${segment.name})`}
            />
          )),
        )}
        {points
          .filter((point) => markOf(point) === 'unchanged')
          .map(({ id }) => (
            <rect
              key={id}
              className="sync-chart-mark sync-chart-unchanged"
              x={(x(id) ?? 0) + (x.bandwidth() - barWidth) / 2}
              y={HEIGHT - BOTTOM - 2}
              width={barWidth}
              height={2}
            />
          ))}
        {points
          .map((point) => ({ id: point.id, mark: markOf(point) }))
          .filter(({ mark }) => mark === 'failed' || mark === 'held')
          .map(({ id, mark }) => (
            <circle
              key={id}
              className={`sync-chart-mark sync-chart-${mark}`}
              cx={(x(id) ?? 0) + x.bandwidth() / 2}
              cy={HEIGHT - BOTTOM - 6}
              r={4}
            />
          ))}
        <AxisLeft
          scale={y}
          left={left}
          hideAxisLine
          hideTicks
          tickValues={lines}
          tickFormat={(value) => format.number(Number(value))}
          tickLabelProps={{ ...tick, textAnchor: 'end', dx: -4, dy: 4 }}
        />
        <AxisBottom
          scale={x}
          top={HEIGHT - BOTTOM}
          hideAxisLine
          hideTicks
          tickValues={points
            .filter((_, index) => (points.length - 1 - index) % every === 0)
            .map(({ id }) => id)}
          tickFormat={(id) => {
            const run = byId.get(id)?.run;
            return run ? format.shortDate(run.acceptedAt) : '';
          }}
          tickLabelProps={{ ...tick, textAnchor: 'middle', dy: 2 }}
        />
      </svg>
    </div>
  );
}
