import type { IssuedWebhook } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { CodeBlock } from '../../design/copy.tsx';
import { Modal } from '../../design/modal.tsx';
import { Secret } from '../../design/secret.tsx';
import { useMessages } from '../../language/use-messages.ts';

const VERIFY = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
// \`body\` is the text as it arrived.
// Throws if the signature is wrong.
const event = webhook.verify(body, request.headers);`;

/** Shows the secret. Later it can only be replaced. */
export function WebhookSecret({ issued, onClose }: { issued: IssuedWebhook; onClose: () => void }) {
  const { webhooks } = useMessages();
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={webhooks.secretTitle}
      onSubmit={onClose}
      foot={
        <Button type="submit" kind="primary">
          {webhooks.saved}
        </Button>
      }
    >
      <Callout tone="warn">{webhooks.secretText}</Callout>
      <Secret label={webhooks.secret} value={issued.secret} />
      <div className="stack-s">
        <h3>{webhooks.verify}</h3>
        <CodeBlock text={VERIFY} />
      </div>
    </Modal>
  );
}
