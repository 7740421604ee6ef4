import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { useLocation } from 'wouter';
import { useWidth } from '../../design/use-width.ts';
import { useFormat } from '../../language/use-format.ts';
import { type RunPoint, runAddress, SERIES, type Series } from './run-points.ts';

const HEIGHT = 236;
/** Room for the labels of the axis: 1,000,000 people have nine characters. */
const CHARACTER_WIDTH = 7;
const BOTTOM = 26;
const RIGHT = 16;
const TOP = 8;
const LABEL_WIDTH = 84;
const WIDEST_BAR = 28;

const colours = scaleOrdinal<Series, string>({
  domain: [...SERIES],
  range: SERIES.map((name) => `var(--series-${name})`),
});

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
  const most = Math.max(4, ...points.map((point) => point.added + point.updated + point.offboarded));
  const left = 34 + Math.max(0, format.number(most).length - 3) * CHARACTER_WIDTH;
  const x = scaleBand({
    domain: points.map(({ id }) => id),
    range: [left, Math.max(left + 1, width - RIGHT)],
    padding: 0.28,
  });
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT - BOTTOM, TOP], nice: true });
  const byId = new Map(points.map((point) => [point.id, point]));
  const barWidth = Math.min(WIDEST_BAR, x.bandwidth());
  const every = Math.max(1, Math.ceil((points.length * LABEL_WIDTH) / Math.max(1, width - left)));
  const tick = { fill: 'var(--quiet)', fontSize: 12, fontFamily: 'inherit' };
  return (
    <div ref={box}>
      <svg width={width} height={HEIGHT} aria-hidden="true" onMouseLeave={() => onHover(null)}>
        <GridRows scale={y} left={left} width={Math.max(0, width - left)} numTicks={4} stroke="var(--line)" />
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
        <BarStack<RunPoint, Series>
          data={points}
          keys={[...SERIES]}
          x={({ id }) => id}
          xScale={x}
          yScale={y}
          color={colours}
        >
          {(stacks) =>
            stacks.flatMap(({ key, bars }) =>
              bars
                .filter(({ height }) => height > 0)
                .map((bar) => (
                  <rect
                    key={`${key} ${bar.index}`}
                    className="sync-chart-bar"
                    x={bar.x + (bar.width - barWidth) / 2}
                    y={bar.y}
                    width={barWidth}
                    height={bar.height}
                    rx={2}
                    fill={bar.color}
                  />
                )),
            )
          }
        </BarStack>
        {points
          .filter(({ run }) => run.status === 'failed' || run.status === 'held')
          .map(({ id, run }) => (
            <circle
              key={id}
              className={`sync-chart-mark sync-chart-${run.status}`}
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
          numTicks={4}
          tickFormat={(value) => (Number.isInteger(Number(value)) ? format.number(Number(value)) : '')}
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
