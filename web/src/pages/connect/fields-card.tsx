import type { SourceSurvey } from '../../api/routes.ts';
import { Card } from '../../design/card.tsx';
import { Table } from '../../design/table.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { isOptional, ROSTER_FIELDS, type RosterField } from './fields.ts';
import { SampleValues, ShowValues } from './samples.tsx';
import type { SurveyState } from './use-survey.ts';

/** Each field of a roster with the system's field, and values to compare. */
export function FieldsCard({
  survey,
  seen,
  fields,
  onChange,
}: {
  survey: SurveyState;
  seen: SourceSurvey;
  fields: SourceSurvey['guesses'];
  onChange: (field: RosterField, key: string | null) => void;
}) {
  const connect = useConnectText();
  const { vocabulary } = useMessages();
  return (
    <Card title={connect.theirField} text={connect.fieldsText} actions={<ShowValues survey={survey} />} flush>
      <Table
        items={ROSTER_FIELDS}
        keyOf={(field) => field}
        columns={[
          {
            title: connect.field,
            className: 'roomy',
            show: (field) => (
              <>
                <span className="strong">{vocabulary.personField[field]}</span>
                <div className="small quiet">{connect.fieldHelp[field]}</div>
              </>
            ),
          },
          {
            title: connect.theirField,
            show: (field) => (
              <select
                className="input connect-select"
                aria-label={connect.meaningOf(vocabulary.personField[field])}
                value={fields[field] ?? ''}
                onChange={({ target }) => onChange(field, target.value || null)}
              >
                <option value="">{isOptional(field) ? connect.unused : connect.choose}</option>
                {seen.fields.map(({ key, label }) => (
                  <option key={key} value={key}>
                    {label}
                  </option>
                ))}
              </select>
            ),
          },
          {
            title: connect.samples,
            className: 'roomy',
            onPhone: 'named',
            show: (field) => (
              <SampleValues samples={seen.fields.find(({ key }) => key === fields[field])?.samples ?? []} />
            ),
          },
        ]}
      />
    </Card>
  );
}
