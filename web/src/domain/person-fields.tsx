import { TextField } from '../design/field.tsx';
import { useFieldText } from '../language/use-error-text.ts';
import { useMessages } from '../language/use-messages.ts';

export interface PersonValues {
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
}

export const PERSON_FIELDS = ['firstName', 'lastName', 'email', 'dateOfBirth'] as const;

/** The fields of a person who is added or edited by hand. */
export function PersonFields({
  values,
  error,
  onChange,
}: {
  values: PersonValues;
  error: unknown;
  onChange: (values: PersonValues) => void;
}) {
  const { employees, common } = useMessages();
  const fieldText = useFieldText();
  const field = (name: keyof PersonValues) => ({
    value: values[name],
    onChange: (value: string) => onChange({ ...values, [name]: value }),
    error: fieldText(error, name),
    required: true,
  });
  return (
    <>
      <div className="form-columns">
        <TextField label={employees.firstName} autoComplete="off" {...field('firstName')} />
        <TextField label={employees.lastName} autoComplete="off" {...field('lastName')} />
      </div>
      <TextField label={common.email} type="email" autoComplete="off" {...field('email')} />
      <TextField label={employees.dateOfBirth} type="date" {...field('dateOfBirth')} />
    </>
  );
}
