import { Link } from 'wouter';
import { RunBadge } from '../../domain/run-badge.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { type RunPoint, runAddress, SERIES } from './run-points.ts';

export function RunTable({ points }: { points: RunPoint[] }) {
  const { overview, common } = useMessages();
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-scroll run-table" tabIndex={0} aria-label={overview.chartTable}>
      <table className="table table-plain">
        <thead>
          <tr>
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
            <tr key={point.id}>
              <td>
                <Link href={runAddress(point.run)}>{point.run.integrationName}</Link>
                <div className="small quiet nowrap">{format.moment(point.run.acceptedAt)}</div>
              </td>
              <td>
                <RunBadge status={point.run.status} />
              </td>
              {SERIES.map((name) => (
                <td key={name} className="end numbers">
                  {format.number(point[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
