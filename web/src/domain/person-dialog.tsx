import type { Employee } from '../api/routes.ts';
import { TextField } from '../design/field.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { useForm } from '../design/use-form.ts';
import { useMessages } from '../language/use-messages.ts';

interface PersonValues {
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
}

const EMPTY: PersonValues = { firstName: '', lastName: '', email: '', dateOfBirth: '' };

/** Adds or edits a person by hand. */
export function PersonDialog<Result>({
  title,
  text,
  button,
  person,
  send,
  done,
  next,
  onClose,
}: {
  title: string;
  text: string;
  button: string;
  person?: Employee;
  send: (values: PersonValues) => Promise<Result>;
  done: string | ((result: Result) => string);
  next?: (result: Result) => void;
  onClose: () => void;
}) {
  const { employees, common } = useMessages();
  const form = useForm({
    initial: () => ({
      ...EMPTY,
      ...(person && {
        firstName: person.firstName,
        lastName: person.lastName,
        email: person.email,
        dateOfBirth: person.dateOfBirth,
      }),
    }),
    send,
    done,
    next: (result) => {
      onClose();
      next?.(result);
    },
  });
  const field = (name: keyof PersonValues) => ({ ...form.field(name), required: true, autoComplete: 'off' });
  return (
    <FormDialog
      title={title}
      text={text}
      button={button}
      disabled={Object.values(form.values).some((value) => !value.trim())}
      form={form}
      onClose={onClose}
    >
      <div className="form-columns">
        <TextField label={employees.firstName} {...field('firstName')} />
        <TextField label={employees.lastName} {...field('lastName')} />
      </div>
      <TextField label={common.email} type="email" {...field('email')} />
      <TextField label={employees.dateOfBirth} type="date" {...field('dateOfBirth')} />
    </FormDialog>
  );
}
