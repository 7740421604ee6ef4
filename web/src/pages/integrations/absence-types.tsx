import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import type { Integration } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { Problem } from '../../design/problem.tsx';
import { useFieldText } from '../../language/use-error-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';

type Kind = Integration['absenceTypes'][number]['kind'];

/** The types of absence that the service does not know by itself, or that mean something else here. */
export function AbsenceTypes({ integration }: { integration: Integration }) {
  const { integrations, vocabulary, common } = useMessages();
  const fieldText = useFieldText();
  const mayChange = useMay('change-people');
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('unpaid');
  const set = useChange({
    send: (type: { name: string; kind: Kind | null }) =>
      call('PATCH /integrations/:id', { params: { id: integration.id }, body: { absenceTypes: [type] } }),
    done: common.saved,
    next: () => setName(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate({ name: name.trim(), kind });
  };
  const { absenceTypes } = integration;
  return (
    <Card title={integrations.absenceTypes} text={integrations.absenceTypesText}>
      {absenceTypes.length > 0 && (
        <table className="table absence-types">
          <tbody>
            {absenceTypes.map((type) => (
              <tr key={type.name}>
                <td>{type.name}</td>
                <td>{vocabulary.absence[type.kind]}</td>
                <td>
                  {mayChange && (
                    <Button
                      size="small"
                      aria-label={integrations.removeAbsenceType(type.name)}
                      onClick={() => set.mutate({ name: type.name, kind: null })}
                    >
                      {integrations.remove}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {mayChange && (
        <form className="form integration-settings" onSubmit={submit} noValidate>
          <Problem error={set.error} fields={['absenceTypes']} />
          <div className="form-columns">
            <TextField
              label={integrations.absenceType}
              value={name}
              onChange={setName}
              maxLength={100}
              error={fieldText(set.error, 'absenceTypes')}
            />
            <SelectField
              label={integrations.absenceKind}
              value={kind}
              options={Object.entries(vocabulary.absence).map(([value, label]) => ({
                value: value as Kind,
                label,
              }))}
              onChange={setKind}
            />
          </div>
          <div>
            <Button type="submit" busy={set.isPending} disabled={!name.trim()}>
              {integrations.addAbsenceType}
            </Button>
          </div>
        </form>
      )}
    </Card>
  );
}
