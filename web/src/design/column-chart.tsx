import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, type scaleLinear } from '@visx/scale';
import { type ReactNode, useState } from 'react';
import { stackBar } from './stack-bar.ts';
import { useWidth } from './use-width.ts';
import './column-chart.css';

const TOP = 8;
const BOTTOM = 26;
const RIGHT = 20;
/** Room for the labels of the axes. */
const CHARACTER_WIDTH = 7.2;
const MIN_LEFT = 34;

type VerticalScale = ReturnType<typeof scaleLinear<number>>;

/** Where a column stands, for what is drawn beside its bar. */
export interface Place {
  /** The left edge of the bar. */
  x: number;
  width: number;
  middle: number;
  bottom: number;
}

/**
 * A column of stacked bars for each point, with a legend, and the same values as a table for screen readers. The whole column
 * can be clicked, because a small bar is hard to hit and a point may have none.
 */
export function ColumnChart<Point, Series extends string>({
  points,
  keyOf,
  labelOf,
  labelWidth,
  series,
  sizeOf,
  scale,
  valueText,
  height,
  widestBar,
  moreLegend,
  note,
  tip,
  tableTitle,
  table,
  isChosen,
  onChoose,
  mark,
}: {
  points: readonly Point[];
  keyOf: (point: Point) => string;
  /** Below the column. Left out for some points if there is no room for `labelWidth` pixels each. */
  labelOf: (point: Point) => string;
  labelWidth: number;
  /** From the bottom to the top. The token `--series-NAME` is the colour. */
  series: readonly { name: Series; label: string }[];
  sizeOf: (point: Point, name: Series) => number;
  /** The scale for a range of pixels, and the values of its grid lines. */
  scale: (range: [number, number]) => { scale: VerticalScale; lines: number[] };
  valueText: (value: number) => string;
  height: number;
  widestBar: number;
  moreLegend?: ReactNode;
  note?: string | undefined;
  tip: (point: Point) => ReactNode;
  tableTitle: string;
  table: ReactNode;
  isChosen?: (point: Point) => boolean;
  onChoose: (point: Point) => void;
  mark?: (point: Point, place: Place) => ReactNode;
}) {
  const [box, width] = useWidth();
  const [hovered, setHovered] = useState<{ point: Point; x: number } | null>(null);
  const bottom = height - BOTTOM;
  const { scale: y, lines } = scale([bottom, TOP]);
  const widest = Math.max(...lines.map((line) => valueText(line).length));
  const left = Math.max(MIN_LEFT, 12 + widest * CHARACTER_WIDTH);
  const x = scaleBand({
    domain: points.map(keyOf),
    range: [left, Math.max(left + 1, width - RIGHT)],
    padding: 0.28,
  });
  const byKey = new Map(points.map((point) => [keyOf(point), point]));
  const barWidth = Math.min(widestBar, x.bandwidth());
  const placeOf = (point: Point): Place => {
    const middle = (x(keyOf(point)) ?? 0) + x.bandwidth() / 2;
    return { x: middle - barWidth / 2, width: barWidth, middle, bottom };
  };
  const every = Math.max(1, Math.ceil((points.length * labelWidth) / Math.max(1, width - left)));
  const labelled = points.filter((_, index) => (points.length - 1 - index) % every === 0);
  const tick = { fill: 'var(--quiet)', fontSize: 12, fontFamily: 'inherit' };
  return (
    <figure className="chart">
      <div className="chart-legend small">
        {series.map(({ name, label }) => (
          <LegendEntry key={name} swatch={<SeriesSwatch name={name} />} label={label} />
        ))}
        {moreLegend}
      </div>
      {note && <p className="small quiet">{note}</p>}
      <div className="chart-area" aria-hidden="true" style={{ minHeight: height }}>
        <div ref={box}>
          <svg width={width} height={height} aria-hidden="true" onMouseLeave={() => setHovered(null)}>
            <GridRows
              scale={y}
              left={left}
              width={Math.max(0, width - left)}
              tickValues={lines}
              stroke="var(--line)"
            />
            {points.map((point) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse only; the page has the same choice for the keyboard
              <rect
                key={keyOf(point)}
                className={isChosen?.(point) ? 'chart-column chart-column-chosen' : 'chart-column'}
                x={placeOf(point).middle - x.step() / 2}
                y={0}
                width={x.step()}
                height={bottom}
                onMouseEnter={() => setHovered({ point, x: placeOf(point).middle })}
                onClick={() => onChoose(point)}
              />
            ))}
            {points.flatMap((point) => {
              const parts = series.map(({ name }) => ({ name, value: sizeOf(point, name) }));
              const total = parts.reduce((sum, { value }) => sum + Math.max(0, value), 0);
              return stackBar(parts, bottom, bottom - y(total)).map((part) => (
                <rect
                  key={`${keyOf(point)} ${part.name}`}
                  className="chart-bar"
                  x={placeOf(point).x}
                  y={part.y}
                  width={barWidth}
                  height={part.height}
                  rx={Math.min(2, part.height / 2)}
                  fill={`var(--series-${part.name})`}
                />
              ));
            })}
            {mark && points.map((point) => mark(point, placeOf(point)))}
            <AxisLeft
              scale={y}
              left={left}
              hideAxisLine
              hideTicks
              tickValues={lines}
              tickFormat={(value) => valueText(Number(value))}
              tickLabelProps={{ ...tick, textAnchor: 'end', dx: -4, dy: 4 }}
            />
            <AxisBottom
              scale={x}
              top={bottom}
              hideAxisLine
              hideTicks
              tickValues={labelled
                .filter((point, at) => at === 0 || labelOf(point) !== labelOf(labelled[at - 1] ?? point))
                .map(keyOf)}
              tickFormat={(key) => {
                const point = byKey.get(key);
                return point ? labelOf(point) : '';
              }}
              tickLabelProps={{ ...tick, textAnchor: 'middle', dy: 2 }}
            />
          </svg>
        </div>
        {hovered && (
          <div className="card chart-tip" style={{ left: `${hovered.x}px` }}>
            {tip(hovered.point)}
          </div>
        )}
      </div>
      <details className="small">
        <summary>{tableTitle}</summary>
        {table}
      </details>
    </figure>
  );
}

export function LegendEntry({ swatch, label }: { swatch: ReactNode; label: ReactNode }) {
  return (
    <span className="legend">
      {swatch}
      {label}
    </span>
  );
}

export function SeriesSwatch({ name }: { name: string }) {
  return <span className="swatch" style={{ background: `var(--series-${name})` }} />;
}
