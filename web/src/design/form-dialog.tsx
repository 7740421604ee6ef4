import type { ReactNode } from 'react';
import { useMessages } from '../language/use-messages.ts';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';
import { Problem } from './problem.tsx';

/** A dialog for one change: names the consequences, asks for what is needed, and shows why the change was refused. */
export function FormDialog({
  title,
  text,
  button,
  danger = false,
  wide = false,
  disabled = false,
  form,
  onClose,
  children,
}: {
  title: string;
  text?: ReactNode;
  button: string;
  danger?: boolean | undefined;
  wide?: boolean;
  /** While something needed is missing. */
  disabled?: boolean | undefined;
  /** A form, or a change without fields. */
  form: {
    mutate: (nothing: undefined) => void;
    isPending: boolean;
    error: unknown;
    fields?: readonly string[];
  };
  onClose: () => void;
  children?: ReactNode;
}) {
  const { common } = useMessages();
  return (
    <Modal
      open
      wide={wide}
      onClose={onClose}
      title={title}
      text={text}
      onSubmit={() => form.mutate(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            kind={danger ? 'danger' : 'primary'}
            busy={form.isPending}
            disabled={disabled}
          >
            {button}
          </Button>
        </>
      }
    >
      <Problem error={form.error} fields={form.fields ?? []} />
      {children}
    </Modal>
  );
}
