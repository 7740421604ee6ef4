import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { routeQuery } from '../api/route-query.ts';
import type { Employee } from '../api/routes.ts';
import { Callout } from '../design/callout.tsx';
import { TextField } from '../design/field.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { useForm } from '../design/use-form.ts';
import { useMessages } from '../language/use-messages.ts';

interface PersonValues {
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
  personnelNumber: string;
  costCentre: string;
  department: string;
  location: string;
  legalEntity: string;
}

const REQUIRED = ['firstName', 'lastName', 'email', 'dateOfBirth'] as const;

const EMPTY: PersonValues = {
  ...{ firstName: '', lastName: '', email: '', dateOfBirth: '' },
  ...{ personnelNumber: '', costCentre: '', department: '', location: '', legalEntity: '' },
};

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
  const { employees, common, vocabulary } = useMessages();
  const form = useForm({
    initial: () => ({
      ...EMPTY,
      ...(person && {
        firstName: person.firstName,
        lastName: person.lastName,
        email: person.email,
        dateOfBirth: person.dateOfBirth,
        personnelNumber: person.payroll.personnelNumber ?? '',
        costCentre: person.payroll.costCentre ?? '',
        department: person.payroll.department ?? '',
        location: person.payroll.location ?? '',
        legalEntity: person.payroll.legalEntity ?? '',
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
  const optional = (name: keyof Employee['payroll'], label: string) => ({
    ...form.field(name),
    label: `${label} (${common.optional})`,
    maxLength: 100,
    autoComplete: 'off',
  });
  const { costCentre, department, location, legalEntity } = vocabulary.personField;
  const known = useOwnerOf(form.values.email, person?.id);
  return (
    <FormDialog
      title={title}
      text={text}
      button={button}
      disabled={REQUIRED.some((name) => !form.values[name].trim())}
      form={form}
      onClose={onClose}
    >
      <div className="form-columns">
        <TextField label={employees.firstName} {...field('firstName')} />
        <TextField label={employees.lastName} {...field('lastName')} />
      </div>
      <TextField label={common.email} type="email" {...field('email')} />
      {known && (
        <Callout tone="warn" urgent>
          {employees.emailKnown(`${known.firstName} ${known.lastName}`)}
        </Callout>
      )}
      <TextField label={employees.dateOfBirth} type="date" {...field('dateOfBirth')} />
      <TextField help={employees.payrollHelp} {...optional('personnelNumber', employees.personnelNumber)} />
      <div className="form-columns">
        <TextField {...optional('costCentre', costCentre)} />
        <TextField {...optional('department', department)} />
      </div>
      <div className="form-columns">
        <TextField {...optional('location', location)} />
        <TextField {...optional('legalEntity', legalEntity)} />
      </div>
    </FormDialog>
  );
}

/** Somebody else with this e-mail address. It is no error: people share addresses. */
function useOwnerOf(email: string, self: number | undefined): Employee | undefined {
  const address = useDeferredValue(email.trim().toLowerCase());
  const found = useQuery({
    ...routeQuery('GET /employees', { query: { search: address, perPage: 10 } }),
    enabled: /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(address),
  }).data?.data;
  return found?.find((person) => person.email.toLowerCase() === address && person.id !== self);
}
