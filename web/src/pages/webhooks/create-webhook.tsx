import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { IssuedWebhook } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { bodyOf, isComplete, WebhookFields, type WebhookValues } from './webhook-fields.tsx';

export function CreateWebhook({
  onClose,
  onIssued,
}: {
  onClose: () => void;
  onIssued: (webhook: IssuedWebhook) => void;
}) {
  const { webhooks, common } = useMessages();
  const [values, setValues] = useState<WebhookValues>({ url: '', choice: 'all', eventTypes: [] });
  const create = useChange({
    send: () => call('POST /webhooks', { body: bodyOf(values) }),
    next: (issued) => {
      onClose();
      onIssued(issued);
    },
  });
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={webhooks.create}
      onSubmit={() => create.mutate(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" busy={create.isPending} disabled={!isComplete(values)}>
            {webhooks.create}
          </Button>
        </>
      }
    >
      <Problem error={create.error} fields={['url']} />
      <WebhookFields values={values} onChange={setValues} error={create.error} />
    </Modal>
  );
}
