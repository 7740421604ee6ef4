import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { IssuedWebhook, Webhook } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { RotateButton } from '../../domain/rotate-button.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { DeliveryList } from './delivery-list.tsx';
import { StateBadge } from './state-badge.tsx';
import { useWebhooksText } from './use-webhooks-text.ts';
import { EditWebhook } from './webhook-dialog.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookState } from './webhook-state.tsx';
import './webhooks.css';

/** What happens is seen while the page is open. */
const POLL_MS = 5_000;

export default function WebhookPage({ id }: { id: number }) {
  const { common } = useMessages();
  const mayChange = useMay('administer');
  const query = useQuery({
    ...routeQuery('GET /webhooks/:id', { params: { id } }),
    refetchInterval: POLL_MS,
    enabled: mayChange,
  });
  if (!mayChange) return <p className="quiet">{common.mayNotChange}</p>;
  return <Loaded query={query}>{(webhook) => <Details webhook={webhook} />}</Loaded>;
}

function Details({ webhook }: { webhook: Webhook }) {
  const webhooks = useWebhooksText();
  const { vocabulary } = useMessages();
  const [, go] = useLocation();
  const [editing, setEditing] = useState(false);
  const [issued, setIssued] = useState<IssuedWebhook | null>(null);
  const params = { id: webhook.id };
  return (
    <div className="page">
      <PageHead
        title={webhooks.one}
        back={{ to: '/webhooks', label: webhooks.title }}
        text={webhook.eventTypes?.map((type) => vocabulary.event[type]).join(', ') ?? webhooks.allEvents}
        actions={
          <>
            <Button onClick={() => setEditing(true)}>{webhooks.edit}</Button>
            <RotateButton
              words={webhooks}
              title={webhooks.rotateTitle}
              send={(body) => call('POST /webhooks/:id/rotate', { params, body })}
              onIssued={setIssued}
            />
            <ConfirmedButton
              label={webhooks.remove}
              title={webhooks.removeTitle}
              text={webhooks.removeText}
              danger
              send={() => call('DELETE /webhooks/:id', { params })}
              done={webhooks.removed}
              next={() => go('/webhooks')}
            />
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
      {editing && <EditWebhook webhook={webhook} onClose={() => setEditing(false)} />}
      {issued && <WebhookSecret issued={issued} onClose={() => setIssued(null)} />}
    </div>
  );
}
