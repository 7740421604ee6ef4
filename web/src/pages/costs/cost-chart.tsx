import { useState } from 'react';
import type { Costs } from '../../api/routes.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { CostBars } from './cost-bars.tsx';
import { type CostPoint, pointOf, SERIES, sumOf } from './series.ts';

/** A stacked bar for each month, and the same amounts as a table for screen readers. */
export default function CostChart({
  months,
  chosen,
  onChoose,
}: {
  months: Costs[];
  chosen: string;
  onChoose: (month: string) => void;
}) {
  const { costs } = useMessages();
  const points = months.map(pointOf);
  const [hovered, setHovered] = useState<{ point: CostPoint; x: number } | null>(null);
  return (
    <figure className="cost-chart">
      <div className="cost-legend small">
        {SERIES.map((name) => (
          <span key={name} className="row">
            <span className="swatch" style={{ background: `var(--series-${name})` }} />
            {costs.series[name]}
          </span>
        ))}
      </div>
      <div className="cost-bars" aria-hidden="true">
        <CostBars points={points} chosen={chosen} onChoose={onChoose} onHover={setHovered} />
        {hovered && (
          <div className="card chart-tip" style={{ left: `${hovered.x}px` }}>
            <PointTip point={hovered.point} />
          </div>
        )}
      </div>
      <details className="small">
        <summary>{costs.chartTable}</summary>
        <PointTable points={points.toReversed()} />
      </details>
    </figure>
  );
}

function PointTip({ point }: { point: CostPoint }) {
  const { costs } = useMessages();
  const format = useFormat();
  return (
    <>
      <p className="strong">
        {format.month(point.month)} <span className="numbers">{format.money(sumOf(point))}</span>
      </p>
      {SERIES.filter((name) => point[name] !== 0).map((name) => (
        <p key={name} className="row small">
          <span className="swatch" style={{ background: `var(--series-${name})` }} />
          {costs.series[name]} <strong className="numbers">{format.money(point[name])}</strong>
        </p>
      ))}
    </>
  );
}

function PointTable({ points }: { points: CostPoint[] }) {
  const { costs } = useMessages();
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={costs.byMonth}>
      <table className="table table-plain">
        <thead>
          <tr>
            <th>{costs.month}</th>
            {SERIES.map((name) => (
              <th key={name} className="end">
                {costs.series[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.month}>
              <td className="nowrap">{format.month(point.month)}</td>
              {SERIES.map((name) => (
                <td key={name} className="end numbers">
                  {format.money(point[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
