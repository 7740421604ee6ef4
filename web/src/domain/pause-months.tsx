import { SelectField } from '../design/field.tsx';
import { useFormat } from '../language/use-format.ts';
import { useMessages } from '../language/use-messages.ts';
import { addMonths } from './months.ts';

const MONTHS_OFFERED = 24;

interface Months {
  fromMonth?: string;
  untilMonth?: string;
}

/** The first and the last month of a pause, both optional. */
export function PauseMonths({
  today,
  months: chosen,
  onChange,
}: {
  today: string;
  months: Months;
  onChange: (months: Months) => void;
}) {
  const { actions } = useMessages();
  const format = useFormat();
  const months = Array.from({ length: MONTHS_OFFERED }, (_, index) => addMonths(today, index + 1));
  const options = (first: string, from: readonly string[]) => [
    { value: '', label: first },
    ...from.map((month) => ({ value: month, label: format.month(month) })),
  ];
  const change = (field: 'fromMonth' | 'untilMonth', value: string) => {
    const { [field]: _, ...others } = chosen;
    const next: Months = value ? { ...others, [field]: value } : others;
    const { untilMonth, ...rest } = next;
    // An end before the beginning is removed: the pause is open again.
    onChange(untilMonth && untilMonth < (next.fromMonth ?? '') ? rest : next);
  };
  return (
    <div className="form-columns">
      <SelectField
        label={actions.fromMonth}
        value={chosen.fromMonth ?? ''}
        options={options(actions.earliest, months)}
        onChange={(value) => change('fromMonth', value)}
      />
      <SelectField
        label={actions.untilMonth}
        value={chosen.untilMonth ?? ''}
        options={options(
          actions.openEnd,
          months.filter((month) => month >= (chosen.fromMonth ?? '')),
        )}
        onChange={(value) => change('untilMonth', value)}
      />
    </div>
  );
}
