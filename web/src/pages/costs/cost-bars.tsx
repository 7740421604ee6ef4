import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { useWidth } from '../../design/use-width.ts';
import { useFormat } from '../../language/use-format.ts';
import { type CostPoint, SERIES, type Series, sumOf } from './series.ts';

const HEIGHT = 260;
const BOTTOM = 26;
const RIGHT = 16;
const TOP = 8;
/** Room for the labels of the axis. */
const CHARACTER_WIDTH = 7.2;
const LABEL_WIDTH = 52;
const WIDEST_BAR = 36;

const colours = scaleOrdinal<Series, string>({
  domain: [...SERIES],
  range: SERIES.map((name) => `var(--series-${name})`),
});

/** One column per month. The whole column can be clicked. */
export function CostBars({
  points,
  chosen,
  onChoose,
  onHover,
}: {
  points: CostPoint[];
  chosen: string;
  onChoose: (month: string) => void;
  onHover: (hovered: { point: CostPoint; x: number } | null) => void;
}) {
  const format = useFormat();
  const [box, width] = useWidth();
  const most = Math.max(100, ...points.map(sumOf));
  const euros = (cents: number) => format.wholeMoney(cents);
  const left = 12 + euros(most).length * CHARACTER_WIDTH;
  const x = scaleBand({
    domain: points.map(({ month }) => month),
    range: [left, Math.max(left + 1, width - RIGHT)],
    padding: 0.28,
  });
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT - BOTTOM, TOP], nice: true });
  const barWidth = Math.min(WIDEST_BAR, x.bandwidth());
  const every = Math.max(1, Math.ceil((points.length * LABEL_WIDTH) / Math.max(1, width - left)));
  const tick = { fill: 'var(--quiet)', fontSize: 12, fontFamily: 'inherit' };
  const columnOf = (month: string) => (x(month) ?? 0) - (x.step() - x.bandwidth()) / 2;
  return (
    <div ref={box}>
      <svg width={width} height={HEIGHT} aria-hidden="true" onMouseLeave={() => onHover(null)}>
        <GridRows scale={y} left={left} width={Math.max(0, width - left)} numTicks={4} stroke="var(--line)" />
        {points.map((point) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse only; the field above chooses a month too
          <rect
            key={point.month}
            className={point.month === chosen ? 'cost-column cost-column-chosen' : 'cost-column'}
            x={columnOf(point.month)}
            y={0}
            width={x.step()}
            height={HEIGHT - BOTTOM}
            onMouseEnter={() => onHover({ point, x: (x(point.month) ?? 0) + x.bandwidth() / 2 })}
            onClick={() => onChoose(point.month)}
          />
        ))}
        <BarStack<CostPoint, Series>
          data={points}
          keys={[...SERIES]}
          x={({ month }) => month}
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
                    className="cost-bar"
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
        <AxisLeft
          scale={y}
          left={left}
          hideAxisLine
          hideTicks
          numTicks={4}
          tickFormat={(value) => euros(Number(value))}
          tickLabelProps={{ ...tick, textAnchor: 'end', dx: -4, dy: 4 }}
        />
        <AxisBottom
          scale={x}
          top={HEIGHT - BOTTOM}
          hideAxisLine
          hideTicks
          tickValues={points
            .filter((_, index) => (points.length - 1 - index) % every === 0)
            .map(({ month }) => month)}
          tickFormat={(month) => format.monthAndYear(month)}
          tickLabelProps={{ ...tick, textAnchor: 'middle', dy: 2 }}
        />
      </svg>
    </div>
  );
}
