import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { IssuedWebhook, Webhook } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { SelectField } from '../../design/field.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import { useMessages } from '../../language/use-messages.ts';

const OVERLAPS = ['0', '3600', '86400', '604800'] as const;

export function RotateSecret({
  webhook,
  onClose,
  onIssued,
}: {
  webhook: Webhook;
  onClose: () => void;
  onIssued: (webhook: IssuedWebhook) => void;
}) {
  const { webhooks, common } = useMessages();
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]>('86400');
  const rotate = useChange({
    send: () =>
      call('POST /webhooks/:id/rotate', {
        params: { id: webhook.id },
        body: { overlapSeconds: Number(overlap) },
      }),
    next: (issued) => {
      onClose();
      onIssued(issued);
    },
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={webhooks.rotateTitle}
      text={webhooks.rotateText}
      onSubmit={() => rotate.mutate(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" busy={rotate.isPending}>
            {webhooks.rotateButton}
          </Button>
        </>
      }
    >
      <Problem error={rotate.error} />
      <SelectField
        label={webhooks.overlap}
        value={overlap}
        options={OVERLAPS.map((value) => ({ value, label: webhooks.overlaps[value] }))}
        onChange={setOverlap}
      />
    </Modal>
  );
}
