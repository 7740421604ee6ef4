import { call } from '../../api/client.ts';
import type { Company } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { TextField } from '../../design/field.tsx';
import { Problem } from '../../design/problem.tsx';
import { useForm } from '../../design/use-form.ts';
import { useMessages } from '../../language/use-messages.ts';
import { usePayrollText } from './use-payroll-text.ts';

const LAST_DAY = 28;

/** From which day on a month is ready for payroll. */
export function ReadyCard({ company }: { company: Company }) {
  const payroll = usePayrollText();
  const { common } = useMessages();
  const form = useForm({
    initial: { payrollDay: String(company.payrollDay) },
    send: ({ payrollDay }) => call('PATCH /company', { body: { payrollDay: Number(payrollDay) } }),
    done: common.saved,
  });
  const day = Number(form.values.payrollDay);
  const isValid = day >= 1 && day <= LAST_DAY;
  return (
    <Card title={payroll.ready} text={payroll.readyText}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) form.mutate(undefined);
        }}
      >
        <Problem error={form.error} fields={form.fields} />
        <div className="form-narrow">
          <TextField
            label={payroll.readyDay}
            inputMode="numeric"
            maxLength={2}
            {...form.field('payrollDay')}
            {...(!isValid && { error: payroll.numberUpTo(String(LAST_DAY)) })}
          />
        </div>
        <div className="row">
          <Button
            type="submit"
            kind="primary"
            busy={form.isPending}
            disabled={!isValid || day === company.payrollDay}
          >
            {common.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
