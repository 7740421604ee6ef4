import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { routeQuery } from '../../api/route-query.ts';
import type { DefaultChange } from '../../api/routes.ts';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

const EFFECTS = ['start', 'offer', 'continue', 'wait', 'pause-ends', 'pause-begins'] as const;
const MAX_NAMED = 10;

/** Shows whom another default of autoSyncEmployee concerns, before it is saved. */
export function ReviewDefault({
  integrationId,
  autoSyncDefault,
  form,
  onClose,
}: {
  integrationId: number;
  autoSyncDefault: boolean;
  form: ComponentProps<typeof FormDialog>['form'];
  onClose: () => void;
}) {
  const { integrations, common } = useMessages();
  const preview = useQuery({
    ...routeQuery('POST /integrations/:id/auto-sync-default/preview', {
      params: { id: integrationId },
      body: { autoSyncDefault },
    }),
    staleTime: 0,
  });
  return (
    <FormDialog
      wide
      title={integrations.defaultTitle}
      text={integrations.defaultText}
      button={common.save}
      disabled={!preview.isSuccess}
      form={form}
      onClose={onClose}
    >
      <Loaded query={preview}>{(change) => <Effect change={change} />}</Loaded>
    </FormDialog>
  );
}

function Effect({ change: { counts, people, monthlyCents } }: { change: DefaultChange }) {
  const { integrations, employees } = useMessages();
  const format = useFormat();
  const effects = EFFECTS.filter((effect) => counts[effect] > 0);
  if (effects.length === 0) return <p className="small quiet">{integrations.concernsNobody}</p>;
  return (
    <>
      {effects.map((effect) => (
        <section key={effect} className="stack" aria-label={integrations.effect[effect](counts[effect])}>
          <h3>{integrations.effect[effect](counts[effect])}</h3>
          <ul className="small">
            {people
              .filter((person) => person.effect === effect)
              .slice(0, MAX_NAMED)
              .map(({ employeeId, firstName, lastName, from }) => (
                <li key={employeeId}>
                  {firstName} {lastName}
                  {from && <span className="quiet"> – {format.day(from)}</span>}
                </li>
              ))}
            {counts[effect] > MAX_NAMED && <li className="quiet">…</li>}
          </ul>
        </section>
      ))}
      <h3>{employees.perMonth}</h3>
      <dl className="facts">
        <dt>{employees.companyPays}</dt>
        <dd className="numbers strong">{format.money(monthlyCents.employer)}</dd>
        <dt>{employees.employeesPay}</dt>
        <dd className="numbers strong">{format.money(monthlyCents.employees)}</dd>
      </dl>
    </>
  );
}
