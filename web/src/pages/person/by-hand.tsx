import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import type { Person } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import { PERSON_FIELDS, PersonFields, type PersonValues } from '../../domain/person-fields.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { listPlace } from '../employees/list-place.ts';

/** Editing and deleting a person who was added by hand. Of others the page says why not. */
export function ByHand({ person }: { person: Person }) {
  const m = useMessages();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const isKeptByHr = person.links.some(({ type }) => type === 'hr-integration');
  if (isKeptByHr) return <p className="small quiet by-hand">{m.person.keptByHr}</p>;
  return (
    <>
      <div className="row by-hand">
        <Button size="small" icon="edit" onClick={() => setOpen('edit')}>
          {m.person.edit}
        </Button>
        {person.tickets.length === 0 && (
          <Button size="small" onClick={() => setOpen('delete')}>
            {m.person.delete}
          </Button>
        )}
      </div>
      {person.tickets.length > 0 && <p className="small quiet">{m.person.notDeletable}</p>}
      {open === 'edit' && <EditPerson person={person} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeletePerson person={person} onClose={() => setOpen(null)} />}
    </>
  );
}

function EditPerson({ person: { employee }, onClose }: { person: Person; onClose: () => void }) {
  const m = useMessages();
  const [values, setValues] = useState<PersonValues>(() => ({
    firstName: employee.firstName,
    lastName: employee.lastName,
    email: employee.email,
    dateOfBirth: employee.dateOfBirth,
  }));
  const save = useChange({
    send: () => call('PATCH /employees/:id', { params: { id: employee.id }, body: { ...values } }),
    done: m.common.saved,
    next: onClose,
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={m.person.edit}
      text={m.person.editText}
      onSubmit={() => save.mutate(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{m.common.cancel}</Button>
          <Button
            type="submit"
            kind="primary"
            busy={save.isPending}
            disabled={Object.values(values).some((value) => !value.trim())}
          >
            {m.common.save}
          </Button>
        </>
      }
    >
      <Problem error={save.error} fields={PERSON_FIELDS} />
      <PersonFields values={values} error={save.error} onChange={setValues} />
    </Modal>
  );
}

function DeletePerson({ person: { employee }, onClose }: { person: Person; onClose: () => void }) {
  const m = useMessages();
  const [, go] = useLocation();
  const name = `${employee.firstName} ${employee.lastName}`;
  const remove = useChange({
    send: () => call('DELETE /employees/:id', { params: { id: employee.id } }),
    done: m.person.deleted(name),
    next: () => go(listPlace()),
  });
  return (
    <ConfirmDialog
      title={m.person.deleteTitle(name)}
      text={m.person.deleteText}
      button={m.person.delete}
      danger
      change={remove}
      onClose={onClose}
    />
  );
}
