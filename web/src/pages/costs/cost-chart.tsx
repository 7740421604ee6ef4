import { scaleLinear } from '@visx/scale';
import type { Costs } from '../../api/routes.ts';
import { ColumnChart, SeriesSwatch } from '../../design/column-chart.tsx';
import { useFormat } from '../../language/use-format.ts';
import { type CostPoint, pointOf, SERIES, sumOf } from './series.ts';
import { useCostsText } from './use-costs-text.ts';

/** A stacked bar for each month. */
export default function CostChart({
  months,
  chosen,
  onChoose,
}: {
  months: Costs[];
  chosen: string;
  onChoose: (month: string) => void;
}) {
  const costs = useCostsText();
  const format = useFormat();
  const points = months.map(pointOf);
  const max = Math.max(100, ...points.map(sumOf));
  return (
    <ColumnChart
      points={points}
      keyOf={({ month }) => month}
      labelOf={({ month }) => format.monthAndYear(month)}
      labelWidth={52}
      series={SERIES.map((name) => ({ name, label: costs.series[name] }))}
      sizeOf={(point, name) => point[name]}
      scale={(range) => {
        const scale = scaleLinear<number>({ domain: [0, max], range, nice: true });
        return { scale, lines: scale.ticks(4) };
      }}
      valueText={format.wholeMoney}
      height={260}
      widestBar={36}
      tip={(point) => <PointTip point={point} />}
      tableTitle={costs.chartTable}
      table={<PointTable points={points.toReversed()} />}
      isChosen={({ month }) => month === chosen}
      onChoose={({ month }) => onChoose(month)}
    />
  );
}

function PointTip({ point }: { point: CostPoint }) {
  const costs = useCostsText();
  const format = useFormat();
  return (
    <>
      <p className="strong">
        {format.month(point.month)} <span className="numbers">{format.money(sumOf(point))}</span>
      </p>
      {SERIES.filter((name) => point[name] !== 0).map((name) => (
        <p key={name} className="row small">
          <SeriesSwatch name={name} />
          {costs.series[name]} <strong className="numbers">{format.money(point[name])}</strong>
        </p>
      ))}
    </>
  );
}

function PointTable({ points }: { points: CostPoint[] }) {
  const costs = useCostsText();
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={costs.chartTable}>
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
