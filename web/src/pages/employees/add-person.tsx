import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import { PERSON_FIELDS, PersonFields } from '../../domain/person-fields.tsx';
import { useMessages } from '../../language/use-messages.ts';

const EMPTY = { firstName: '', lastName: '', email: '', dateOfBirth: '' };

export function AddPerson({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { employees, common } = useMessages();
  const [, go] = useLocation();
  const [values, setValues] = useState(EMPTY);
  const add = useChange({
    send: () => call('POST /employees', { body: values }),
    done: ({ employee }) => employees.added(`${employee.firstName} ${employee.lastName}`),
    next: ({ employee }) => go(`/employees/${employee.id}`),
  });
  const close = () => {
    setValues(EMPTY);
    add.reset();
    onClose();
  };
  return (
    <Modal
      open={open}
      onClose={close}
      title={employees.addTitle}
      text={employees.addText}
      onSubmit={() => add.mutate(undefined)}
      foot={
        <>
          <Button onClick={close}>{common.cancel}</Button>
          <Button
            type="submit"
            kind="primary"
            busy={add.isPending}
            disabled={Object.values(values).some((value) => !value.trim())}
          >
            {employees.add}
          </Button>
        </>
      }
    >
      <Problem error={add.error} fields={PERSON_FIELDS} />
      <PersonFields values={values} error={add.error} onChange={setValues} />
    </Modal>
  );
}
