import { call } from '../../api/client.ts';
import type { Webhook, WebhookDelivery } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useWebhooksText } from './use-webhooks-text.ts';

/** One request and its answer, and sending the event again. */
export function DeliveryDialog({
  webhook,
  delivery,
  onClose,
}: {
  webhook: Webhook;
  delivery: WebhookDelivery;
  onClose: () => void;
}) {
  const webhooks = useWebhooksText();
  const { common } = useMessages();
  const format = useFormat();
  const { eventNumber, outcome, status, problem, at, tookMs, messageId } = delivery;
  const replay = useChange({
    send: (range: { from: number; to?: number }) =>
      call('POST /webhooks/:id/replay', { params: { id: webhook.id }, body: range }),
    done: ({ events }) => webhooks.replayed(events),
    next: onClose,
  });
  const isOn = webhook.state === 'active' || webhook.state === 'failing';
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={eventNumber === null ? webhooks.testEvent : webhooks.deliveryTitle(eventNumber)}
      text={`${format.moment(at)} · ${webhooks.took(tookMs)} · ${messageId}`}
      onSubmit={onClose}
      foot={
        <>
          {eventNumber !== null && isOn && (
            <>
              <Button busy={replay.isPending} onClick={() => replay.mutate({ from: eventNumber })}>
                {webhooks.replayFrom}
              </Button>
              <Button
                busy={replay.isPending}
                onClick={() => replay.mutate({ from: eventNumber, to: eventNumber })}
              >
                {webhooks.replay}
              </Button>
            </>
          )}
          <Button type="submit" kind="primary">
            {common.close}
          </Button>
        </>
      }
    >
      <Problem error={replay.error} />
      <p className={outcome === 'delivered' ? 'webhook-good' : 'webhook-bad'}>
        {status !== null && webhooks.answered(status)} {problem && webhooks.problems[problem]}
      </p>
      <div className="stack-s">
        <h3>{webhooks.body}</h3>
        <pre className="webhook-text">{pretty(delivery.body)}</pre>
      </div>
      {status !== null && (
        <div className="stack-s">
          <h3>{webhooks.answer}</h3>
          {delivery.answer === null ? (
            <p className="quiet">{webhooks.noAnswer}</p>
          ) : (
            <pre className="webhook-text">{delivery.answer}</pre>
          )}
        </div>
      )}
    </Modal>
  );
}

function pretty(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
