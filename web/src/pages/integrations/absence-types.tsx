import type { FormEvent } from 'react';
import { call } from '../../api/client.ts';
import type { Integration } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { Problem } from '../../design/problem.tsx';
import { useForm } from '../../design/use-form.ts';
import { useFieldText } from '../../language/use-error-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';

type Kind = Integration['absenceTypes'][number]['kind'];

/** The types of absence that the service does not know by itself, or that mean something else here. */
export function AbsenceTypes({ integration }: { integration: Integration }) {
  const { integrations, vocabulary, common } = useMessages();
  const fieldText = useFieldText();
  const mayChange = useMay('change-people');
  const set = (type: { name: string; kind: Kind | null }) =>
    call('PATCH /integrations/:id', { params: { id: integration.id }, body: { absenceTypes: [type] } });
  const form = useForm({
    initial: { name: '', kind: 'unpaid' as Kind },
    send: ({ name, kind }) => set({ name: name.trim(), kind }),
    done: common.saved,
    next: () => form.set({ name: '' }),
  });
  const removal = useChange({
    send: (name: string) => set({ name, kind: null }),
    done: common.saved,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.mutate(undefined);
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
                      onClick={() => removal.mutate(type.name)}
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
          <Problem error={form.error ?? removal.error} fields={['absenceTypes']} />
          <div className="form-columns">
            <TextField
              label={integrations.absenceType}
              {...form.field('name')}
              maxLength={100}
              error={fieldText(form.error ?? removal.error, 'absenceTypes')}
            />
            <SelectField
              label={integrations.absenceKind}
              {...form.field('kind')}
              options={Object.entries(vocabulary.absence).map(([value, label]) => ({
                value: value as Kind,
                label,
              }))}
            />
          </div>
          <div>
            <Button type="submit" busy={form.isPending} disabled={!form.values.name.trim()}>
              {integrations.addAbsenceType}
            </Button>
          </div>
        </form>
      )}
    </Card>
  );
}
