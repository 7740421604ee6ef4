import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { absenceName } from '../../../../texts/absence-name.ts';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Person, PersonLink } from '../../api/routes.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { SelectField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { useForm } from '../../design/use-form.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';

export function PersonLinks({ person: { employee, links } }: { person: Person }) {
  const { person } = useMessages();
  const mayChange = useMay('change-people');
  const [isAdding, setAdding] = useState(false);
  return (
    <Card
      title={person.links}
      text={person.linksText}
      actions={
        mayChange && (
          <Button size="small" icon="link" onClick={() => setAdding(true)}>
            {person.addLink}
          </Button>
        )
      }
    >
      {links.length === 0 ? (
        <p className="quiet">{person.noLinks}</p>
      ) : (
        <ul className="stack">
          {links.map((link) => (
            <li key={link.id}>
              <LinkFacts link={link} />
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <AddLink
          onClose={() => setAdding(false)}
          employeeId={employee.id}
          linked={links.filter(({ present }) => present).map(({ integrationId }) => integrationId)}
        />
      )}
    </Card>
  );
}

function LinkFacts({ link }: { link: PersonLink }) {
  const { person, vocabulary, common } = useMessages();
  const format = useFormat();
  const employed = [
    link.startDate && person.from(format.day(link.startDate)),
    link.terminationDate && person.until(format.day(link.terminationDate)),
  ].filter(Boolean);
  return (
    <div className="stack-s">
      <div className="row-between">
        <Link href={`/integrations/${link.integrationId}`} className="strong">
          {link.integrationName}
        </Link>
        {link.present ? (
          <span className="tag">{vocabulary.link[link.type]}</span>
        ) : (
          <Badge>{person.linkEnded}</Badge>
        )}
      </div>
      <dl className="facts">
        {link.hrId && (
          <div className="facts-pair">
            <dt>{person.personnelNumber}</dt>
            <dd className="mono">{link.hrId}</dd>
          </div>
        )}
        {Object.entries(link.payroll ?? {})
          .filter(([, value]) => value !== null)
          .map(([field, value]) => (
            <div key={field} className="facts-pair">
              <dt>{vocabulary.personField[field as keyof typeof vocabulary.personField]}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {employed.length > 0 && (
          <div className="facts-pair">
            <dt>{person.employed}</dt>
            <dd>{employed.join(', ')}</dd>
          </div>
        )}
        <div className="facts-pair">
          <dt>{person.lastSync}</dt>
          <dd>
            {link.lastSynced ? (
              <span title={link.lastSyncId ?? ''}>{format.moment(link.lastSynced)}</span>
            ) : (
              common.never
            )}
          </dd>
        </div>
        {link.absences.length > 0 && (
          <div className="facts-pair">
            <dt>{person.absences}</dt>
            <dd>
              {link.absences.map((absence) => (
                <div key={`${absence.type} ${absence.startDate}`}>
                  {absenceName(absence, vocabulary)}{' '}
                  <span className="quiet small">
                    {person.range(
                      format.day(absence.startDate),
                      absence.endDate ? format.day(absence.endDate) : person.openEnd,
                    )}
                  </span>
                </div>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function AddLink({
  onClose,
  employeeId,
  linked,
}: {
  onClose: () => void;
  employeeId: number;
  linked: readonly number[];
}) {
  const { person, employees } = useMessages();
  const all = useQuery(routeQuery('GET /integrations')).data?.data ?? [];
  const integrations = all.filter(({ id }) => !linked.includes(id));
  const chosenOf = ({ integrationId }: { integrationId: string }) =>
    integrations.find(({ id }) => String(id) === integrationId) ?? integrations[0];
  const form = useForm({
    initial: { integrationId: '' },
    send: (values) =>
      call('POST /employees/:id/links', {
        params: { id: employeeId },
        body: { integrationId: chosenOf(values)?.id ?? 0 },
      }),
    done: person.linkAdded,
    next: onClose,
  });
  const chosen = chosenOf(form.values);
  return (
    <FormDialog
      title={person.addLinkTitle}
      text={person.addLinkText}
      button={person.addLink}
      disabled={!chosen}
      form={form}
      onClose={onClose}
    >
      <SelectField
        label={employees.integration}
        options={integrations.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('integrationId')}
        value={String(chosen?.id ?? '')}
      />
    </FormDialog>
  );
}
