import { call } from '../../api/client.ts';
import type { Company } from '../../api/routes.ts';
import { Radios } from '../../design/field.tsx';
import { SettingsCard } from '../../design/settings-card.tsx';
import { useForm } from '../../design/use-form.ts';
import { useMessages } from '../../language/use-messages.ts';
import { usePayrollText } from './use-payroll-text.ts';

const BASES = ['nominal', '96-percent'] as const;
const DEFERRED_SHARES = ['net', 'conversion'] as const;

/** How the tax-free list values what the company adds. */
export function TaxFreeCard({ company }: { company: Company }) {
  const payroll = usePayrollText();
  const { common } = useMessages();
  const { taxFreeBasis, deferredShares } = company;
  const form = useForm({
    initial: { taxFreeBasis, deferredShares },
    send: (_, body) => call('PATCH /company', { body }),
    done: common.saved,
  });
  const { values, set } = form;
  return (
    <SettingsCard title={payroll.taxFree} text={payroll.taxFreeText} form={form} canSave={form.isChanged}>
      <Radios
        label={payroll.basis}
        value={values.taxFreeBasis}
        options={BASES.map((value) => ({
          value,
          label: payroll.bases[value],
          text: payroll.basesText[value],
        }))}
        onChange={(basis) => set({ taxFreeBasis: basis })}
      />
      <Radios
        label={payroll.deferred}
        value={values.deferredShares}
        options={DEFERRED_SHARES.map((value) => ({
          value,
          label: payroll.deferredShares[value],
          text: payroll.deferredText[value],
        }))}
        onChange={(shares) => set({ deferredShares: shares })}
      />
    </SettingsCard>
  );
}
