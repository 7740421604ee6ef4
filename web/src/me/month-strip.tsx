import type { Format } from '../../../texts/format.ts';
import type { EmployeePage } from './routes.ts';
import { m } from './words.ts';

/** Twelve months, with the present one in the middle. */
export function MonthStrip({
  months,
  today,
  format,
}: {
  months: EmployeePage['months'];
  today: string;
  format: Format;
}) {
  return (
    <div className="stack-s">
      <h3 className="small quiet">{m.months.title}</h3>
      <ol className="me-months">
        {months.map(({ month, state }) => {
          const isNow = today.startsWith(month);
          return (
            <li
              key={month}
              className={`me-month me-month-${state}`}
              aria-current={isNow ? 'date' : undefined}
            >
              <span aria-hidden="true">{format.shortMonth(month)}</span>
              <span className="me-month-state" aria-hidden="true">
                {m.months.states[state]}
              </span>
              <span className="hidden-visually">
                {format.month(month)}
                {isNow && `, ${m.months.now}`}: {m.months.states[state]}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
