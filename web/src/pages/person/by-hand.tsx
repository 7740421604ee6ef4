import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import type { Person } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { PersonDialog } from '../../domain/person-dialog.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { listPlace } from '../employees/list-place.ts';

/** Editing and deleting a person who was added by hand. Of others the page says why not. */
export function ByHand({ person: { employee, links, tickets } }: { person: Person }) {
  const { person, common } = useMessages();
  const [, go] = useLocation();
  const [editing, setEditing] = useState(false);
  const name = `${employee.firstName} ${employee.lastName}`;
  const params = { id: employee.id };
  if (links.some(({ type }) => type === 'hr-integration'))
    return <p className="small quiet by-hand">{person.keptByHr}</p>;
  return (
    <>
      <div className="row by-hand">
        <Button size="small" icon="edit" onClick={() => setEditing(true)}>
          {person.edit}
        </Button>
        {tickets.length === 0 && (
          <ConfirmedButton
            size="small"
            label={person.delete}
            title={person.deleteTitle(name)}
            text={person.deleteText}
            danger
            send={() => call('DELETE /employees/:id', { params })}
            done={person.deleted(name)}
            next={() => go(listPlace())}
          />
        )}
      </div>
      {tickets.length > 0 && <p className="small quiet">{person.notDeletable}</p>}
      {editing && (
        <PersonDialog
          title={person.edit}
          text={person.editText}
          button={common.save}
          person={employee}
          send={(body) => call('PATCH /employees/:id', { params, body })}
          done={common.saved}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}
