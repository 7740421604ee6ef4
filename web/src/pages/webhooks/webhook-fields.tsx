import { useQuery } from '@tanstack/react-query';
import { errorAt } from '../../api/api-error.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Webhook } from '../../api/routes.ts';
import { Checkboxes, Radios, TextField } from '../../design/field.tsx';
import { useMessages } from '../../language/use-messages.ts';

export interface WebhookValues {
  url: string;
  choice: 'all' | 'some';
  eventTypes: NonNullable<Webhook['eventTypes']>;
}

/** The body of a request that creates or changes a webhook. */
export function bodyOf({ url, choice, eventTypes }: WebhookValues) {
  return { url: url.trim(), eventTypes: choice === 'all' ? null : eventTypes };
}

export function isComplete({ url, choice, eventTypes }: WebhookValues): boolean {
  return url.trim() !== '' && (choice === 'all' || eventTypes.length > 0);
}

export function WebhookFields({
  values,
  onChange,
  error,
}: {
  values: WebhookValues;
  onChange: (values: WebhookValues) => void;
  error: unknown;
}) {
  const { webhooks } = useMessages();
  const settings = useQuery(routeQuery('GET /webhook-settings')).data;
  return (
    <>
      <TextField
        label={webhooks.url}
        help={settings?.allowsLoopback ? webhooks.urlHelpLoopback : webhooks.urlHelp}
        type="url"
        placeholder="https://"
        value={values.url}
        onChange={(url) => onChange({ ...values, url })}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        error={errorAt(error, 'url') && webhooks.urlWrong}
      />
      <Radios
        label={webhooks.events}
        value={values.choice}
        options={[
          { value: 'all', label: webhooks.allEvents, text: webhooks.allEventsText },
          { value: 'some', label: webhooks.someEvents },
        ]}
        onChange={(choice) => onChange({ ...values, choice })}
      />
      {values.choice === 'some' && (
        <div className="webhook-events">
          <Checkboxes
            label={webhooks.chooseEvents}
            help={webhooks.chooseEventsHelp}
            values={values.eventTypes}
            options={(settings?.eventTypes ?? []).map((value) => ({
              value,
              label: webhooks.eventNames[value],
              text: value,
            }))}
            onChange={(eventTypes) => onChange({ ...values, eventTypes })}
          />
        </div>
      )}
    </>
  );
}
