import type { ReactNode } from 'react';
import { useMessages } from '../language/use-messages.ts';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';
import { Problem } from './problem.tsx';

/** A dialog for one change: names the consequences, asks for what is needed, and shows why the change was refused. */
export function ConfirmDialog({
  title,
  text,
  button,
  danger = false,
  disabled = false,
  change,
  onClose,
  children,
}: {
  title: string;
  text?: string;
  button: string;
  danger?: boolean;
  /** While something needed is missing. */
  disabled?: boolean;
  change: { mutate: (nothing: undefined) => void; isPending: boolean; error: unknown };
  onClose: () => void;
  children?: ReactNode;
}) {
  const { common } = useMessages();
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      {...(text !== undefined && { text })}
      onSubmit={() => change.mutate(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            kind={danger ? 'danger' : 'primary'}
            busy={change.isPending}
            disabled={disabled}
          >
            {button}
          </Button>
        </>
      }
    >
      <Problem error={change.error} />
      {children}
    </Modal>
  );
}
