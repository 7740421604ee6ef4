import type { IssuedWebhook } from '../../api/routes.ts';
import { CodeBlock } from '../../design/copy.tsx';
import { Secret } from '../../design/secret.tsx';
import { SecretDialog } from '../../design/secret-dialog.tsx';
import { useWebhooksText } from './use-webhooks-text.ts';

const VERIFY = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
// \`body\` is the text as it arrived.
// Throws if the signature is wrong.
const event = webhook.verify(body, request.headers);`;

/** Shows the secret. Later it can only be replaced. */
export function WebhookSecret({ issued, onClose }: { issued: IssuedWebhook; onClose: () => void }) {
  const webhooks = useWebhooksText();
  return (
    <SecretDialog
      title={webhooks.secretTitle}
      warning={webhooks.secretText}
      button={webhooks.saved}
      onClose={onClose}
    >
      <Secret label={webhooks.secret} value={issued.secret} />
      <div className="stack-s">
        <h3>{webhooks.verify}</h3>
        <CodeBlock text={VERIFY} />
      </div>
    </SecretDialog>
  );
}
