import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Webhook, WebhookDelivery } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { FilterSelect } from '../../design/filter-select.tsx';
import { Problem } from '../../design/problem.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useWebhooksText } from './use-webhooks-text.ts';

/** The state in words, and what an admin can do about it. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const webhooks = useWebhooksText();
  const { common } = useMessages();
  const format = useFormat();
  const { state, waiting, hasMoreWaiting, deliveredAt, failingSince, olderSecretUntil } = webhook;
  return (
    <section className="card card-body webhook-state" aria-label={common.status}>
      <Trouble webhook={webhook} />
      <dl className="webhook-facts small">
        <div>
          <dt>{webhooks.delivered}</dt>
          <dd>{deliveredAt ? format.moment(deliveredAt) : common.never}</dd>
        </div>
        <div>
          <dt>{webhooks.waiting}</dt>
          <dd>{hasMoreWaiting ? webhooks.waitingMany(waiting) : format.number(waiting)}</dd>
        </div>
        {failingSince && (
          <div>
            <dt>{webhooks.failingSince}</dt>
            <dd>{format.moment(failingSince)}</dd>
          </div>
        )}
        <div>
          <dt>{common.created}</dt>
          <dd>{format.moment(webhook.createdAt)}</dd>
        </div>
      </dl>
      {olderSecretUntil && (
        <p className="small quiet">{webhooks.olderSecret(format.moment(olderSecretUntil))}</p>
      )}
      <div className="row">
        <PowerButton webhook={webhook} />
        {state === 'failing' && <TryNow webhook={webhook} />}
        <TestButton webhook={webhook} />
        {waiting > 0 && state !== 'active' && (
          <ConfirmedButton
            label={webhooks.skip}
            title={webhooks.skipTitle}
            text={webhooks.skipText}
            danger
            send={() =>
              call('PATCH /webhooks/:id', { params: { id: webhook.id }, body: { skipWaiting: true } })
            }
            done={webhooks.skipped}
          />
        )}
      </div>
    </section>
  );
}

function Trouble({ webhook }: { webhook: Webhook }) {
  const webhooks = useWebhooksText();
  const format = useFormat();
  const { state, failedAttempts, nextAttemptAt, disabledAt, disabledBecause } = webhook;
  if (state === 'failing')
    return (
      <Callout tone="warn">
        {webhooks.failing(failedAttempts, nextAttemptAt ? format.ago(nextAttemptAt) : format.ago(now()))}
      </Callout>
    );
  if (state === 'disabled') {
    const when = format.moment(disabledAt ?? now());
    return (
      <Callout tone="bad">
        {disabledBecause === 'gone' ? webhooks.disabledGone(when) : webhooks.disabledFailing(when)}
      </Callout>
    );
  }
  return state === 'off' ? <Callout>{webhooks.offText}</Callout> : null;
}

const now = () => new Date().toISOString();

function PowerButton({ webhook: { id, state } }: { webhook: Webhook }) {
  const webhooks = useWebhooksText();
  const isOn = state === 'active' || state === 'failing';
  const change = useChange({
    send: () => call('PATCH /webhooks/:id', { params: { id }, body: { enabled: !isOn } }),
    done: isOn ? webhooks.switchedOff : webhooks.switchedOn,
  });
  return (
    <>
      <Button
        kind={isOn ? 'plain' : 'primary'}
        busy={change.isPending}
        onClick={() => change.mutate(undefined)}
      >
        {isOn ? webhooks.switchOff : webhooks.switchOn}
      </Button>
      <Problem error={change.error} />
    </>
  );
}

function TryNow({ webhook: { id } }: { webhook: Webhook }) {
  const webhooks = useWebhooksText();
  const change = useChange({
    send: () => call('PATCH /webhooks/:id', { params: { id }, body: { enabled: true } }),
    done: webhooks.tryingNow,
  });
  return (
    <Button kind="primary" busy={change.isPending} onClick={() => change.mutate(undefined)}>
      {webhooks.tryNow}
    </Button>
  );
}

function TestButton({ webhook: { id } }: { webhook: Webhook }) {
  const webhooks = useWebhooksText();
  const types = useQuery(routeQuery('GET /webhook-settings')).data?.exampleTypes ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [result, setResult] = useState<WebhookDelivery | null>(null);
  const exampleOf = types.find((type) => type === chosen);
  const test = useChange({
    send: () =>
      call('POST /webhooks/:id/test', { params: { id }, body: { ...(exampleOf && { exampleOf }) } }),
    next: setResult,
  });
  return (
    <>
      <FilterSelect
        label={webhooks.testContent}
        value={chosen ?? ''}
        any={webhooks.testPlain}
        options={types.map((value) => ({ value, label: webhooks.exampleOf(value) }))}
        onChange={setChosen}
      />
      <Button busy={test.isPending} onClick={() => test.mutate(undefined)}>
        {webhooks.test}
      </Button>
      <Problem error={test.error} />
      {result && !test.isPending && (
        <p
          className={result.outcome === 'delivered' ? 'small webhook-good' : 'small webhook-bad'}
          role="status"
        >
          {sayResult(result, webhooks)}
        </p>
      )}
    </>
  );
}

function sayResult(
  { outcome, status, problem }: WebhookDelivery,
  { tested, problems }: ReturnType<typeof useWebhooksText>,
): string {
  if (status === null) return tested.problem(problems[problem ?? 'unreachable']);
  return tested[outcome](status);
}
