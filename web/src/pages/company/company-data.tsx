import type { Company } from '../../api/routes.ts';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { Checkboxes, TextAreaField, TextField } from '../../design/field.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import type { CompanySettings } from './settings.ts';

type PayrollColumn = Company['payrollColumns'][number];

/** The company on receipts, statements and payroll files. */
export function CompanyData({
  values,
  onChange,
}: {
  values: CompanySettings;
  onChange: (changes: Partial<CompanySettings>) => void;
}) {
  const { company: words, vocabulary, errors } = useMessages();
  const format = useFormat();
  const missing = [
    values.legalName === null && words.legalName,
    values.address === null && words.address,
    values.taxNumber === null && words.taxNumber,
  ].filter((name) => name !== false);
  return (
    <Card title={words.data} text={words.dataText}>
      <div className="form">
        {missing.length > 0 && <Callout>{words.missingData(format.list(missing))}</Callout>}
        <TextField
          label={words.legalName}
          help={words.legalNameHelp}
          maxLength={200}
          value={values.legalName ?? ''}
          onChange={(text) => onChange({ legalName: orNull(text) })}
        />
        <TextAreaField
          label={words.address}
          rows={3}
          maxLength={500}
          value={values.address ?? ''}
          onChange={(text) => onChange({ address: orNull(text) })}
        />
        <div className="form-columns">
          <TextField
            label={words.taxNumber}
            maxLength={50}
            value={values.taxNumber ?? ''}
            onChange={(text) => onChange({ taxNumber: orNull(text) })}
          />
          <TextField
            label={words.costCentre}
            maxLength={100}
            value={values.costCentre ?? ''}
            onChange={(text) => onChange({ costCentre: orNull(text) })}
          />
          <TextField
            label={words.wageType}
            help={words.wageTypeHelp}
            maxLength={20}
            value={values.wageType ?? ''}
            onChange={(text) => onChange({ wageType: orNull(text) })}
          />
        </div>
        <Checkboxes<PayrollColumn>
          label={words.payrollColumns}
          help={words.payrollColumnsHelp}
          values={values.payrollColumns}
          error={values.payrollColumns.length === 0 ? errors.required : undefined}
          options={Object.entries(vocabulary.payrollColumn).map(([value, label]) => ({
            value: value as PayrollColumn,
            label: numbered(label, values.payrollColumns.indexOf(value as PayrollColumn)),
          }))}
          onChange={(payrollColumns) => onChange({ payrollColumns })}
        />
      </div>
    </Card>
  );
}

const orNull = (text: string) => (text.trim() === '' ? null : text);

/** Says at which place the column stands. */
const numbered = (label: string, index: number) => (index < 0 ? label : `${index + 1}. ${label}`);
