import { Button } from '../../design/button.tsx';
import { CodeBlock } from '../../design/copy.tsx';
import { Modal } from '../../design/modal.tsx';
import { useMessages } from '../../language/use-messages.ts';

/** Shown once, because anybody with the link can become that user. */
export function LinkToPassOn({ email, link, onClose }: { email: string; link: string; onClose: () => void }) {
  const { users, common } = useMessages();
  return (
    <Modal
      open
      onClose={onClose}
      onSubmit={onClose}
      title={users.linkTitle}
      text={users.linkText(email)}
      foot={
        <Button type="submit" kind="primary">
          {common.done}
        </Button>
      }
    >
      <CodeBlock text={link} />
    </Modal>
  );
}
