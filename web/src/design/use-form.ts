import { useState } from 'react';
import { useChange } from '../api/use-change.ts';
import { useFieldText } from '../language/use-error-text.ts';
import { changedValues, isSame } from './changed-values.ts';

interface FormState<Values> {
  /** The initial values when the form was last drawn. */
  given: Values;
  /** Those, with what this form has saved since. */
  saved: Values;
  /** What the person has typed, where it differs from that. */
  changes: Partial<Values>;
}

/**
 * The values of a form, and the change that sends them. When the initial values become others, because they were stored
 * meanwhile by this form or by somebody else, they are shown, and what the person has typed stays.
 */
export function useForm<Values extends object, Result>({
  initial,
  send,
  done,
  next,
}: {
  initial: Values | (() => Values);
  /** With the values that were changed, for forms that send only those: two people do not undo each other's changes. */
  send: (values: Values, changes: Partial<Values>) => Promise<Result>;
  done?: string | ((result: Result) => string);
  next?: (result: Result) => void;
}) {
  const given = typeof initial === 'function' ? initial() : initial;
  const [state, setState] = useState<FormState<Values>>({ given, saved: given, changes: {} });
  if (!isSame(state.given, given))
    setState({ given, saved: given, changes: changedValues(given, state.changes) });
  const { saved, changes } = state;
  const values = { ...saved, ...changes };
  const fieldText = useFieldText();
  const change = useChange({
    send: (sent: Pick<FormState<Values>, 'changes'> & { values: Values }) => send(sent.values, sent.changes),
    ...(done && { done }),
    next: (result, sent) => {
      // What was typed while the change was sent stays.
      setState((now) => {
        const nowSaved = { ...now.saved, ...sent.changes };
        return {
          ...now,
          saved: nowSaved,
          changes: changedValues(nowSaved, { ...now.saved, ...now.changes }),
        };
      });
      next?.(result);
    },
  });
  const { isPending, error, data } = change;
  const set = (more: Partial<Values>) =>
    setState((now) => ({ ...now, changes: changedValues(now.saved, { ...now.changes, ...more }) }));
  return {
    values,
    changes,
    isChanged: Object.keys(changes).length > 0,
    set,
    /** What a field needs: its value, and why the service refused it. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      onChange: (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>),
      error: fieldText(error, name),
    }),
    /** The dialog shows other errors than those of its fields above them. */
    fields: Object.keys(values),
    mutate: (_: undefined) => change.mutate({ values, changes }),
    /** Forgets the error of an earlier attempt, before a dialog shows it. */
    reset: change.reset,
    isPending,
    error,
    data,
  };
}
