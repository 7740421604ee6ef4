import { useState } from 'react';
import type { RunLine } from '../../api/routes.ts';
import { RunBadge } from '../../domain/run-badge.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { Bars } from './bars.tsx';
import { MARKS, markOf, pointOf, type RunPoint, SERIES } from './run-points.ts';
import { usesTens } from './run-scale.ts';
import { RunTable } from './run-table.tsx';

const MOST_RUNS = 30;

/** A bar chart, and the same numbers as a table for screen readers. */
export default function SyncChart({ runs }: { runs: RunLine[] }) {
  const { overview } = useMessages();
  const points = runs.slice(-MOST_RUNS).map(pointOf);
  const [hovered, setHovered] = useState<{ point: RunPoint; x: number } | null>(null);
  return (
    <figure className="sync-chart">
      <div className="sync-chart-legend small">
        {SERIES.map((name) => (
          <span key={name} className="legend">
            <span className={`swatch swatch-${name}`} />
            {overview[name]}
          </span>
        ))}
        {MARKS.filter((mark) => points.some((point) => markOf(point) === mark)).map((mark) => (
          <span key={mark} className="legend">
            <span className={`swatch swatch-${mark}`} />
            {overview.marks[mark]}
          </span>
        ))}
      </div>
      {usesTens(points) && <p className="small quiet">{overview.tens}</p>}
      <div className="sync-chart-bars" aria-hidden="true">
        <Bars points={points} onHover={setHovered} />
        {hovered && (
          <div className="card chart-tip" style={{ left: `${hovered.x}px` }}>
            <PointTip point={hovered.point} />
          </div>
        )}
      </div>
      <details className="small">
        <summary>{overview.chartTable}</summary>
        <RunTable points={points.toReversed()} />
      </details>
    </figure>
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
          <span className={`swatch swatch-${name}`} />
          {overview[name]} <strong className="numbers">{format.number(point[name])}</strong>
        </p>
      ))}
      {point.run.status !== 'succeeded' && <RunBadge status={point.run.status} />}
    </>
  );
}
