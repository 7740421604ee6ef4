import type { Format } from '../../../texts/format.ts';
import { addMonths } from '../domain/months.ts';
import type { ActInput, ActionName } from './api.ts';
import type { EmployeePage } from './routes.ts';
import { m } from './words.ts';

interface Props {
  page: EmployeePage;
  input: ActInput;
  change: (input: ActInput) => void;
}

/** The plans to choose from, or the sentence about the only one. */
export function PlanFields({ action, page, input, change }: Props & { action: ActionName }) {
  const { acts } = page;
  const plans = action === 'enrol' ? acts.plansToOrder : action === 'change-plan' ? acts.plansToChange : [];
  const [only] = plans;
  if (only === undefined) return null;
  if (plans.length === 1) return <p>{m.acts.plans[only]}</p>;
  return (
    <fieldset className="field">
      <legend className="field-label">{m.acts.plan}</legend>
      {plans.map((planType) => (
        <label key={planType} className="choice">
          <input
            type="radio"
            name="plan"
            checked={input.planType === planType}
            onChange={() => change({ ...input, planType })}
          />
          <span>{m.acts.plans[planType]}</span>
        </label>
      ))}
    </fieldset>
  );
}

const MONTHS = 12;

export function MonthFields({ page, format, input, change }: Props & { format: Format }) {
  const { acts } = m;
  const first = page.acts.pauseFrom;
  const from = input.fromMonth ?? first;
  const options = (start: string) =>
    Array.from({ length: MONTHS }, (_, index) => addMonths(start, index)).map((month) => (
      <option key={month} value={month}>
        {format.month(month)}
      </option>
    ));
  return (
    <div className="me-act-months">
      <label className="field">
        <span className="field-label">{acts.fromMonth}</span>
        <select
          className="input"
          value={from}
          onChange={({ currentTarget: { value } }) =>
            change({
              fromMonth: value,
              ...(input.untilMonth && { untilMonth: input.untilMonth < value ? value : input.untilMonth }),
            })
          }
        >
          {options(first)}
        </select>
      </label>
      <label className="field">
        <span className="field-label">{acts.untilMonth}</span>
        <select
          className="input"
          value={input.untilMonth ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ fromMonth: from, ...(value && { untilMonth: value }) })
          }
        >
          {options(from)}
          <option value="">{acts.openEnd}</option>
        </select>
      </label>
    </div>
  );
}
