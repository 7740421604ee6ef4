import { Link } from 'wouter';
import { Button } from '../../design/button.tsx';
import { CodeBlock } from '../../design/copy.tsx';
import { Modal } from '../../design/modal.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useUsersText } from './use-users-text.ts';

interface Made {
  mail: 'smtp' | 'outbox' | null;
  link: string | null;
}

/** Says where the link is: in a mail, or here. It is shown once, because anybody with the link can become that user. */
export function LinkToPassOn({ email, made, onClose }: { email: string; made: Made; onClose: () => void }) {
  const { common } = useMessages();
  const users = useUsersText();
  const isMailed = made.mail === 'smtp';
  const text = { smtp: users.mailedText, outbox: users.outboxText }[made.mail ?? 'smtp'];
  return (
    <Modal
      open
      onClose={onClose}
      onSubmit={onClose}
      title={isMailed ? users.mailedTitle : users.linkTitle}
      text={made.mail === null ? users.linkText(email) : text(email)}
      foot={
        <Button type="submit" kind="primary">
          {common.done}
        </Button>
      }
    >
      {made.link && <CodeBlock text={made.link} />}
      {made.mail === 'outbox' && <Link href="/outbox">{users.toOutbox}</Link>}
    </Modal>
  );
}
