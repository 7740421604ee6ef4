import { useLocation } from 'wouter';
import type { RunLine } from '../../api/routes.ts';
import { ColumnChart, LegendEntry, type Place, SeriesSwatch } from '../../design/column-chart.tsx';
import { RunBadge } from '../../domain/run-badge.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { MARKS, markOf, pointOf, type RunPoint, runAddress, SERIES } from './run-points.ts';
import { isCut, scaleOf, totalOf } from './run-scale.ts';
import { RunTable } from './run-table.tsx';

const MAX_RUNS = 30;

/** A bar for each sync. */
export default function SyncChart({ runs }: { runs: RunLine[] }) {
  const { overview } = useMessages();
  const format = useFormat();
  const [, go] = useLocation();
  const points = runs.slice(-MAX_RUNS).map(pointOf);
  return (
    <ColumnChart
      points={points}
      keyOf={({ id }) => id}
      labelOf={({ run }) => format.shortDate(run.acceptedAt)}
      labelWidth={84}
      series={SERIES.map((name) => ({ name, label: overview[name] }))}
      sizeOf={(point, name) => point[name]}
      scale={(range) => scaleOf(points, range)}
      valueText={format.number}
      height={236}
      widestBar={28}
      moreLegend={MARKS.filter((mark) => points.some((point) => markOf(point) === mark)).map((mark) => (
        <LegendEntry
          key={mark}
          swatch={<span className={`swatch swatch-${mark}`} />}
          label={overview.marks[mark]}
        />
      ))}
      note={points.some((point) => isCut(point, points)) ? overview.cut : undefined}
      tip={(point) => <PointTip point={point} />}
      tableTitle={overview.chartTable}
      table={<RunTable points={points.toReversed()} />}
      onChoose={({ run }) => go(runAddress(run))}
      mark={(point, place) => (
        <g key={point.id}>
          <Mark point={point} place={place} />
          {isCut(point, points) && (
            <text className="chart-total" x={place.middle} y={18} textAnchor="middle">
              {format.number(totalOf(point))}
            </text>
          )}
        </g>
      )}
    />
  );
}

function Mark({ point, place: { x, width, middle, bottom } }: { point: RunPoint; place: Place }) {
  const mark = markOf(point);
  if (mark === null) return null;
  const className = `chart-mark run-${mark}`;
  return mark === 'unchanged' ? (
    <rect className={className} x={x} y={bottom - 2} width={width} height={2} />
  ) : (
    <circle className={className} cx={middle} cy={bottom - 6} r={4} />
  );
}

function PointTip({ point }: { point: RunPoint }) {
  const { overview } = useMessages();
  const format = useFormat();
  return (
    <>
      <p className="strong">{point.run.integrationName}</p>
      <p className="quiet small">{format.moment(point.run.acceptedAt)}</p>
      {SERIES.map((name) => (
        <p key={name} className="row small">
          <SeriesSwatch name={name} />
          {overview[name]} <strong className="numbers">{format.number(point[name])}</strong>
        </p>
      ))}
      {point.run.status !== 'succeeded' && <RunBadge status={point.run.status} />}
    </>
  );
}
