import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { Link, useLocation } from 'wouter';
import type { RunLine } from '../../api/types.ts';
import { RunBadge } from '../../domain/run-badge.tsx';
import type { Format } from '../../language/format.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

const SERIES = ['added', 'updated', 'offboarded'] as const;

interface Point {
  run: RunLine;
  label: string;
  added: number;
  updated: number;
  offboarded: number;
}

function pointOf(run: RunLine, format: Format): Point {
  const count = (...names: string[]) => names.reduce((sum, name) => sum + (run.counts[name] ?? 0), 0);
  return {
    run,
    label: format.day(run.acceptedAt.slice(0, 10)),
    added: count('added', 'adopted', 'rehired'),
    updated: count('updated', 'renumbered', 'unlinked'),
    offboarded: count('offboarded'),
  };
}

/** Bars for the eye; the same numbers as a table for everybody else. */
export default function SyncChart({ runs }: { runs: RunLine[] }) {
  const { overview } = useMessages();
  const format = useFormat();
  const [, go] = useLocation();
  const points = runs.slice(-30).map((run) => pointOf(run, format));
  return (
    <figure className="sync-chart">
      <div className="sync-chart-legend small">
        {SERIES.map((name) => (
          <span key={name} className="row">
            <span className={`swatch swatch-${name}`} />
            {overview[name]}
          </span>
        ))}
      </div>
      <div className="sync-chart-bars" aria-hidden="true">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={points} barCategoryGap="22%" accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="label"
              tickLine={false}
              axisLine={false}
              interval="preserveStartEnd"
              minTickGap={44}
              tick={{ fill: 'var(--quiet)', fontSize: 12 }}
            />
            <YAxis
              width={30}
              allowDecimals={false}
              tickLine={false}
              axisLine={false}
              tick={{ fill: 'var(--quiet)', fontSize: 12 }}
            />
            <Tooltip
              cursor={{ fill: 'var(--sunken)' }}
              isAnimationActive={false}
              content={({ active, payload }) => {
                const point = payload?.[0]?.payload as Point | undefined;
                return active && point ? <PointTip point={point} /> : null;
              }}
            />
            {SERIES.map((name) => (
              <Bar
                key={name}
                dataKey={name}
                stackId="changes"
                fill={`var(--series-${name})`}
                isAnimationActive={false}
                maxBarSize={26}
                className="sync-chart-bar"
                onClick={(bar) => {
                  const { run } = bar.payload as Point;
                  go(`/integrations/${run.integrationId}/syncs/${run.id}`);
                }}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
      <details className="small">
        <summary>{overview.chartTable}</summary>
        <RunTable points={points.toReversed()} />
      </details>
    </figure>
  );
}

function PointTip({ point }: { point: Point }) {
  const { overview } = useMessages();
  const format = useFormat();
  return (
    <div className="card chart-tip">
      <p className="strong">{point.run.integrationName}</p>
      <p className="quiet small">{format.moment(point.run.acceptedAt)}</p>
      {SERIES.map((name) => (
        <p key={name} className="row small">
          <span className={`swatch swatch-${name}`} />
          {overview[name]} <strong className="numbers">{point[name]}</strong>
        </p>
      ))}
      {point.run.status !== 'succeeded' && <RunBadge status={point.run.status} />}
    </div>
  );
}

function RunTable({ points }: { points: Point[] }) {
  const { overview, common } = useMessages();
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-scroll sync-chart-table" tabIndex={0} aria-label={overview.syncs}>
      <table className="table">
        <thead>
          <tr>
            <th>{overview.time}</th>
            <th>{overview.run}</th>
            <th>{common.status}</th>
            {SERIES.map((name) => (
              <th key={name} className="end">
                {overview[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.run.id}>
              <td className="nowrap">{format.moment(point.run.acceptedAt)}</td>
              <td>
                <Link href={`/integrations/${point.run.integrationId}/syncs/${point.run.id}`}>
                  {point.run.integrationName}
                </Link>
              </td>
              <td>
                <RunBadge status={point.run.status} />
              </td>
              {SERIES.map((name) => (
                <td key={name} className="end numbers">
                  {point[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
