import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Webhook } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { bodyOf, isComplete, WebhookFields, type WebhookValues } from './webhook-fields.tsx';

export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhooks, common } = useMessages();
  const [values, setValues] = useState<WebhookValues>({
    url: webhook.url,
    choice: webhook.eventTypes ? 'some' : 'all',
    eventTypes: webhook.eventTypes ?? [],
  });
  const save = useChange({
    send: () => {
      const { url, eventTypes } = bodyOf(values);
      // An unchanged address is not sent: it would ask for the password.
      return call('PATCH /webhooks/:id', {
        params: { id: webhook.id },
        body: { eventTypes, ...(url !== webhook.url && { url }) },
      });
    },
    done: common.saved,
    next: onClose,
  });
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={webhooks.editTitle}
      onSubmit={() => save.mutate(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" busy={save.isPending} disabled={!isComplete(values)}>
            {common.save}
          </Button>
        </>
      }
    >
      <Problem error={save.error} fields={['url']} />
      <WebhookFields values={values} onChange={setValues} error={save.error} />
    </Modal>
  );
}
