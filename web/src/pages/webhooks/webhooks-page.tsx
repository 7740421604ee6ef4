import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { routeQuery } from '../../api/route-query.ts';
import type { IssuedWebhook, Webhook } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { Table } from '../../design/table.tsx';
import { useNewDialog } from '../../domain/use-new-dialog.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { StateBadge } from './state-badge.tsx';
import { useWebhooksText } from './use-webhooks-text.ts';
import { CreateWebhook } from './webhook-dialog.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import './webhooks.css';

export default function WebhooksPage() {
  const webhooks = useWebhooksText();
  const { common } = useMessages();
  const mayChange = useMay('administer');
  const [, go] = useLocation();
  const query = useQuery({ ...routeQuery('GET /webhooks'), enabled: mayChange });
  const [creating, setCreating] = useNewDialog();
  const [issued, setIssued] = useState<IssuedWebhook | null>(null);
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
      {webhooks.create}
    </Button>
  );
  return (
    <div className="page">
      <PageHead title={webhooks.title} text={webhooks.text} actions={mayChange && create} />
      {mayChange ? (
        <Loaded query={query}>
          {({ data }) => (
            <div className="card">
              {data.length === 0 ? (
                <Empty icon="bolt" title={webhooks.none} action={create}>
                  {webhooks.noneText}
                </Empty>
              ) : (
                <WebhookTable items={data} />
              )}
            </div>
          )}
        </Loaded>
      ) : (
        <p className="quiet">{common.mayNotChange}</p>
      )}
      {mayChange && creating && <CreateWebhook onClose={() => setCreating(false)} onIssued={setIssued} />}
      {issued && <WebhookSecret issued={issued} onClose={() => go(`/webhooks/${issued.id}`)} />}
    </div>
  );
}

function WebhookTable({ items }: { items: Webhook[] }) {
  const webhooks = useWebhooksText();
  const { common, vocabulary } = useMessages();
  const format = useFormat();
  return (
    <Table
      items={items}
      keyOf={({ id }) => id}
      columns={[
        {
          title: webhooks.url,
          className: 'roomy',
          show: ({ id, url, eventTypes }) => (
            <>
              <Link href={`/webhooks/${id}`} className="strong webhook-url">
                {url}
              </Link>
              <div className="small quiet">
                {eventTypes?.map((type) => vocabulary.event[type]).join(', ') ?? webhooks.allEvents}
              </div>
            </>
          ),
        },
        {
          title: common.status,
          onPhone: 'corner',
          show: ({ state }) => <StateBadge state={state} />,
        },
        {
          title: webhooks.waiting,
          onPhone: 'named',
          end: true,
          className: 'numbers',
          show: ({ waiting, hasMoreWaiting }) =>
            hasMoreWaiting ? webhooks.waitingMany(waiting) : format.number(waiting),
        },
        {
          title: webhooks.delivered,
          onPhone: 'named',
          className: 'nowrap quiet',
          show: ({ deliveredAt }) => (deliveredAt ? format.ago(deliveredAt) : common.never),
        },
      ]}
    />
  );
}
