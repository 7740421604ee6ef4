import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/route-query.ts';
import type { Webhook, WebhookDelivery } from '../../api/routes.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { List } from '../../domain/list.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { useWebhooksText } from './use-webhooks-text.ts';

const PER_PAGE = 25;

export function DeliveryList({ webhook, pollMs }: { webhook: Webhook; pollMs: number }) {
  const webhooks = useWebhooksText();
  const { common } = useMessages();
  const format = useFormat();
  const address = useListAddress();
  const onlyFailed = address.get('outcome') === 'failed';
  const [opened, setOpened] = useState<WebhookDelivery | null>(null);
  const query = useQuery({
    ...routeQuery('GET /webhooks/:id/deliveries', {
      params: { id: webhook.id },
      query: { page: address.page, perPage: PER_PAGE, ...(onlyFailed && { outcomes: ['failed' as const] }) },
    }),
    refetchInterval: pollMs,
  });
  return (
    <>
      <List
        heading={{
          title: webhooks.deliveries,
          text: webhooks.deliveriesText,
          actions: (
            <button
              type="button"
              className="chip"
              aria-pressed={onlyFailed}
              onClick={() => address.set({ outcome: onlyFailed ? null : 'failed' })}
            >
              {webhooks.onlyFailed}
            </button>
          ),
        }}
        none={{ icon: 'bolt', title: webhooks.noDeliveries, text: webhooks.noDeliveriesText }}
        noneFound={onlyFailed && { title: webhooks.noFailed }}
        query={query}
        keyOf={({ id }) => id}
        columns={[
          {
            title: webhooks.event,
            className: 'roomy',
            show: (delivery) => <EventCell delivery={delivery} />,
          },
          {
            title: webhooks.outcome,
            show: (delivery) => <OutcomeCell delivery={delivery} />,
          },
          {
            title: webhooks.time,
            className: 'quiet numbers nowrap',
            show: ({ at, tookMs }) => (
              <>
                {format.moment(at)}
                <div className="small">{webhooks.took(tookMs)}</div>
              </>
            ),
          },
          {
            title: common.actions,
            quietTitle: true,
            end: true,
            show: (delivery) => (
              <Button size="small" onClick={() => setOpened(delivery)}>
                {webhooks.details}
              </Button>
            ),
          },
        ]}
      />
      {opened && <DeliveryDialog webhook={webhook} delivery={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function EventCell({ delivery: { eventNumber, eventType, kind, attempt } }: { delivery: WebhookDelivery }) {
  const webhooks = useWebhooksText();
  const { vocabulary } = useMessages();
  const format = useFormat();
  const names: Record<string, string> = vocabulary.event;
  const isExample = eventType in names;
  const notes = [
    (kind !== 'test' || isExample) && webhooks.kind[kind],
    attempt > 1 && webhooks.attempt(attempt),
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      <span className="strong">{names[eventType] ?? webhooks.testEvent}</span>
      <div className="small quiet">
        {eventNumber !== null && `${format.number(eventNumber)} · `}
        <span className="mono">{eventType}</span>
        {notes && ` · ${notes}`}
      </div>
    </>
  );
}

function OutcomeCell({ delivery: { outcome, status, problem } }: { delivery: WebhookDelivery }) {
  const webhooks = useWebhooksText();
  return (
    <>
      {status !== null && <Badge tone={outcome === 'delivered' ? 'good' : 'bad'}>{status}</Badge>}
      {problem && <div className="small">{webhooks.problems[problem]}</div>}
    </>
  );
}
