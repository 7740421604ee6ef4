import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { IssuedWebhook, Webhook } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';
import { DeliveryList } from './delivery-list.tsx';
import { EditWebhook } from './edit-webhook.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { StateBadge } from './state-badge.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookState } from './webhook-state.tsx';
import './webhooks.css';

/** What happens is seen while the page is open. */
const POLL_MS = 5_000;

export default function WebhookPage({ id }: { id: number }) {
  const { common } = useMessages();
  const mayChange = useMayChange();
  const query = useQuery({
    ...routeQuery('GET /webhooks/:id', { params: { id } }),
    refetchInterval: POLL_MS,
    enabled: mayChange,
  });
  if (!mayChange) return <p className="quiet">{common.adminsOnly}</p>;
  return <Loaded query={query}>{(webhook) => <Details webhook={webhook} />}</Loaded>;
}

type Open = 'edit' | 'rotate' | 'remove' | null;

function Details({ webhook }: { webhook: Webhook }) {
  const { webhooks } = useMessages();
  const [open, setOpen] = useState<Open>(null);
  const [issued, setIssued] = useState<IssuedWebhook | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="page">
      <PageHead
        title={webhooks.one}
        back={{ to: '/webhooks', label: webhooks.title }}
        text={webhook.eventTypes?.map((type) => webhooks.eventNames[type]).join(', ') ?? webhooks.allEvents}
        actions={
          <>
            <Button onClick={() => setOpen('edit')}>{webhooks.edit}</Button>
            <Button onClick={() => setOpen('rotate')}>{webhooks.rotate}</Button>
            <Button onClick={() => setOpen('remove')}>{webhooks.remove}</Button>
          </>
        }
      >
        <div className="row">
          <h1 className="webhook-url">{webhook.url}</h1>
          <StateBadge state={webhook.state} />
        </div>
      </PageHead>
      <WebhookState webhook={webhook} />
      <DeliveryList webhook={webhook} pollMs={POLL_MS} />
      {open === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
      {open === 'rotate' && <RotateSecret webhook={webhook} onClose={close} onIssued={setIssued} />}
      {open === 'remove' && <RemoveWebhook webhook={webhook} onClose={close} />}
      {issued && <WebhookSecret issued={issued} onClose={() => setIssued(null)} />}
    </div>
  );
}

function RemoveWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhooks } = useMessages();
  const [, go] = useLocation();
  const remove = useChange({
    send: () => call('DELETE /webhooks/:id', { params: { id: webhook.id } }),
    done: webhooks.removed,
    next: () => go('/webhooks'),
  });
  return (
    <ConfirmDialog
      title={webhooks.removeTitle}
      text={webhooks.removeText}
      button={webhooks.remove}
      danger
      change={remove}
      onClose={onClose}
    />
  );
}
