import { type ComponentProps, type ReactNode, useState } from 'react';
import { useChange } from '../api/use-change.ts';
import { Button } from './button.tsx';
import { FormDialog } from './form-dialog.tsx';

interface Asked<Result> {
  title: string;
  text?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  send: () => Promise<Result>;
  done?: string | ((result: Result) => string);
  next?: (result: Result) => void;
  children?: ReactNode;
}

/** Asks before it sends a change, and closes when the change is made. */
export function Question<Result>({
  send,
  done,
  next,
  onClose,
  ...dialog
}: Asked<Result> & { button: string; onClose: () => void }) {
  const form = useChange({
    send,
    ...(done && { done }),
    next: (result: Result) => {
      onClose();
      next?.(result);
    },
  });
  return <FormDialog {...dialog} form={form} onClose={onClose} />;
}

/** A button whose change asks first. */
export function ConfirmedButton<Result>({
  label,
  kind,
  size,
  button = label,
  ...question
}: Asked<Result> &
  Pick<ComponentProps<typeof Button>, 'kind' | 'size'> & {
    label: string;
    /** The button of the dialog, if it says more than the first. */
    button?: string;
  }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...(kind && { kind })} {...(size && { size })} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && <Question {...question} button={button} onClose={() => setAsking(false)} />}
    </>
  );
}
