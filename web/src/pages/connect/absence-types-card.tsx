import type { SourceSurvey } from '../../api/routes.ts';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { SelectField } from '../../design/field.tsx';
import { Table } from '../../design/table.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { useMessages } from '../../language/use-messages.ts';

export type AbsenceKind = NonNullable<SourceSurvey['absenceTypes']>[number]['guess'];
type Columns = SourceSurvey['absenceColumns'];

/** What each type of absence means for tickets. Files also have columns for them. */
export function AbsenceTypesCard({
  seen,
  kinds,
  onKind,
  columns,
  onColumns,
}: {
  seen: SourceSurvey;
  kinds: Readonly<Record<string, AbsenceKind>>;
  onKind: (id: string, kind: AbsenceKind) => void;
  columns: Columns;
  onColumns: (columns: Columns) => void;
}) {
  const connect = useConnectText();
  const { vocabulary } = useMessages();
  const types = seen.absenceTypes ?? [];
  if (types.length === 0 && !columns) return <Callout tone="warn">{connect.noAbsences}</Callout>;
  return (
    <Card title={connect.absences} text={connect.absencesText} flush>
      {columns && (
        <div className="card-body form-columns">
          {(['type', 'startDate', 'endDate'] as const).map((column) => (
            <SelectField
              key={column}
              label={connect.columns[column]}
              value={columns[column] ?? ''}
              options={[
                { value: '', label: connect.unused },
                ...seen.fields.map(({ key, label }) => ({ value: key, label })),
              ]}
              onChange={(key) => onColumns({ ...columns, [column]: key || null })}
            />
          ))}
        </div>
      )}
      {types.length === 0 && <p className="card-body quiet">{connect.noAbsences}</p>}
      <Table
        items={types}
        keyOf={({ id }) => id}
        columns={[
          { title: connect.type, show: ({ name }) => <span className="strong">{name}</span> },
          {
            title: connect.meaning,
            show: ({ id, name, guess }) => (
              <select
                className="input connect-select"
                aria-label={connect.kindOf(name)}
                value={kinds[id] ?? guess}
                onChange={({ target }) => onKind(id, target.value as AbsenceKind)}
              >
                {Object.entries(vocabulary.absence).map(([kind, label]) => (
                  <option key={kind} value={kind}>
                    {label}
                  </option>
                ))}
              </select>
            ),
          },
          {
            title: connect.pauses,
            onPhone: 'named',
            show: ({ id, guess }) => connect.pausing[pausing(kinds[id] ?? guess)],
          },
        ]}
      />
    </Card>
  );
}

function pausing(kind: AbsenceKind = 'other'): 'never' | 'late' | 'always' {
  if (kind === 'other') return 'never';
  return kind === 'sick' ? 'late' : 'always';
}
