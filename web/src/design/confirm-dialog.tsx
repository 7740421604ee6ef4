import type { ReactNode } from 'react';
import { useMessages } from '../language/use-messages.ts';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';
import { Problem } from './problem.tsx';

/** Asks for confirmation and names the consequences. */
export function ConfirmDialog({
  title,
  text,
  button,
  danger = false,
  change,
  onClose,
  children,
}: {
  title: string;
  text: string;
  button: string;
  danger?: boolean;
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
      text={text}
      onSubmit={() => change.mutate(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={change.isPending}>
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
