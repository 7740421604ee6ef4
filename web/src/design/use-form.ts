import { useState } from 'react';
import { useChange } from '../api/use-change.ts';
import { useFieldText } from '../language/use-error-text.ts';

/** The values of a form, and the change that sends them. */
export function useForm<Values extends object, Result>({
  initial,
  send,
  done,
  next,
}: {
  initial: Values | (() => Values);
  send: (values: Values) => Promise<Result>;
  done?: string | ((result: Result) => string);
  next?: (result: Result) => void;
}) {
  const [values, setValues] = useState(initial);
  const fieldText = useFieldText();
  const { mutate, isPending, error, data } = useChange({
    send: (_: undefined) => send(values),
    ...(done && { done }),
    ...(next && { next }),
  });
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }));
  return {
    values,
    set,
    /** What a field needs: its value, and why the service refused it. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      onChange: (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>),
      error: fieldText(error, name),
    }),
    /** The dialog shows other errors than those of its fields above them. */
    fields: Object.keys(values),
    mutate,
    isPending,
    error,
    data,
  };
}
