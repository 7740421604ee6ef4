import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import { useFieldText } from '../../language/use-error-text.ts';
import { useMessages } from '../../language/use-messages.ts';

const EMPTY = { firstName: '', lastName: '', email: '', dateOfBirth: '' };
const FIELDS = Object.keys(EMPTY);

export function AddPerson({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { employees, common } = useMessages();
  const fieldText = useFieldText();
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
  const field = (name: keyof typeof EMPTY) => ({
    value: values[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    error: fieldText(add.error, name),
    required: true,
  });
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
      <Problem error={add.error} fields={FIELDS} />
      <div className="form-columns">
        <TextField label={employees.firstName} autoComplete="off" {...field('firstName')} />
        <TextField label={employees.lastName} autoComplete="off" {...field('lastName')} />
      </div>
      <TextField label={common.email} type="email" autoComplete="off" {...field('email')} />
      <TextField label={employees.dateOfBirth} type="date" {...field('dateOfBirth')} />
    </Modal>
  );
}
