import type { ReactNode } from 'react';
import { useMessages } from '../language/use-messages.ts';
import { Button } from './button.tsx';
import { Callout } from './callout.tsx';
import { Modal } from './modal.tsx';

/** Shows a secret that cannot be shown again, so it closes only when the person confirms. */
export function SecretDialog({
  title,
  warning,
  button,
  onClose,
  children,
}: {
  title: string;
  warning: string;
  button: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { common } = useMessages();
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={title}
      onSubmit={onClose}
      question={{
        title: common.secretQuestion,
        text: common.secretQuestionText,
        stay: common.secretStay,
        close: common.secretClose,
      }}
      foot={
        <Button type="submit" kind="primary">
          {button}
        </Button>
      }
    >
      <Callout tone="warn">{warning}</Callout>
      {children}
    </Modal>
  );
}
