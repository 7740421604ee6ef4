import { call } from '../../api/client.ts';
import type { Company } from '../../api/routes.ts';
import { TextField } from '../../design/field.tsx';
import { SettingsCard } from '../../design/settings-card.tsx';
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
    <SettingsCard
      title={payroll.ready}
      text={payroll.readyText}
      form={form}
      fields={form.fields}
      canSave={isValid && form.isChanged}
    >
      <div className="form-narrow">
        <TextField
          label={payroll.readyDay}
          inputMode="numeric"
          maxLength={2}
          {...form.field('payrollDay')}
          {...(!isValid && { error: payroll.numberUpTo(String(LAST_DAY)) })}
        />
      </div>
    </SettingsCard>
  );
}
