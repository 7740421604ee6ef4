import { call } from '../../api/client.ts';
import type { DatevClient } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { useForm } from '../../design/use-form.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { type DatevValues, isNumber, MAX_VALUES, NUMBERS, toClient, valuesOf } from './datev-values.ts';
import { usePayrollText } from './use-payroll-text.ts';

/** Adds a legal entity, or changes its numbers. */
export function DatevDialog({ client, onClose }: { client?: DatevClient; onClose: () => void }) {
  const payroll = usePayrollText();
  const { common } = useMessages();
  const format = useFormat();
  const form = useForm({
    initial: () => valuesOf(client),
    send: (values) =>
      call('PATCH /datev', {
        body: { ...(client && { remove: client.legalEntity }), add: toClient(values) },
      }),
    done: common.saved,
    next: onClose,
  });
  const { values } = form;
  const wrong = (name: keyof typeof MAX_VALUES) =>
    values[name] !== '' && !isNumber(values[name], MAX_VALUES[name])
      ? payroll.numberUpTo(format.number(MAX_VALUES[name]))
      : undefined;
  const number = (name: keyof typeof MAX_VALUES) => ({
    ...form.field(name),
    inputMode: 'numeric' as const,
    error: wrong(name) ?? form.field(name).error,
  });
  const hasKeyAlone = (key: keyof DatevValues, type: keyof DatevValues) =>
    values[key] !== '' && values[type] === '';
  return (
    <FormDialog
      wide
      title={payroll.dialogTitle}
      button={common.save}
      form={form}
      onClose={onClose}
      disabled={
        values.adviserNumber === '' ||
        values.clientNumber === '' ||
        (values.withheldWageType === '' && values.taxFreeWageType === '') ||
        hasKeyAlone('withheldKey', 'withheldWageType') ||
        hasKeyAlone('taxFreeKey', 'taxFreeWageType') ||
        NUMBERS.some((name) => wrong(name) !== undefined)
      }
    >
      <div className="form">
        <TextField
          label={payroll.legalEntity}
          help={payroll.legalEntityHelp}
          maxLength={100}
          {...form.field('legalEntity')}
        />
        <div className="form-columns">
          <TextField label={payroll.adviser} help={payroll.adviserHelp} {...number('adviserNumber')} />
          <TextField label={payroll.client} help={payroll.clientHelp} {...number('clientNumber')} />
        </div>
        <div className="form-columns">
          <TextField label={payroll.withheld} help={payroll.withheldHelp} {...number('withheldWageType')} />
          <TextField
            label={payroll.key}
            help={payroll.keyHelp}
            {...number('withheldKey')}
            {...(hasKeyAlone('withheldKey', 'withheldWageType') && { error: payroll.keyNeedsType })}
          />
        </div>
        <div className="form-columns">
          <TextField
            label={payroll.taxFreeType}
            help={payroll.taxFreeTypeHelp}
            {...number('taxFreeWageType')}
          />
          <TextField
            label={payroll.key}
            help={payroll.keyHelp}
            {...number('taxFreeKey')}
            {...(hasKeyAlone('taxFreeKey', 'taxFreeWageType') && { error: payroll.keyNeedsType })}
          />
        </div>
        {values.withheldWageType === '' && values.taxFreeWageType === '' && (
          <p className="small quiet">{payroll.oneWageType}</p>
        )}
      </div>
    </FormDialog>
  );
}

export function RemoveClient({ client, onClose }: { client: DatevClient; onClose: () => void }) {
  const payroll = usePayrollText();
  const change = useChange({
    send: (_: undefined) => call('PATCH /datev', { body: { remove: client.legalEntity } }),
    done: payroll.removed,
    next: onClose,
  });
  return (
    <FormDialog
      danger
      title={payroll.removeTitle(client.legalEntity || payroll.company)}
      text={payroll.removeText}
      button={payroll.remove}
      form={change}
      onClose={onClose}
    />
  );
}
