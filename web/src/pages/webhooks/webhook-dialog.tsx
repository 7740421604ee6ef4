import { useQuery } from '@tanstack/react-query';
import { errorAt } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { IssuedWebhook, Webhook } from '../../api/routes.ts';
import { Checkboxes, Radios, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { useForm } from '../../design/use-form.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useWebhooksText } from './use-webhooks-text.ts';

interface WebhookValues {
  url: string;
  choice: 'all' | 'some';
  eventTypes: NonNullable<Webhook['eventTypes']>;
}

/** The body of a request that creates or changes a webhook. */
function bodyOf({ url, choice, eventTypes }: WebhookValues) {
  return { url: url.trim(), eventTypes: choice === 'all' ? null : eventTypes };
}

export function CreateWebhook({
  onClose,
  onIssued,
}: {
  onClose: () => void;
  onIssued: (webhook: IssuedWebhook) => void;
}) {
  const webhooks = useWebhooksText();
  return (
    <WebhookDialog
      title={webhooks.create}
      button={webhooks.create}
      initial={{ url: '', choice: 'all', eventTypes: [] }}
      send={(values) => call('POST /webhooks', { body: bodyOf(values) })}
      next={onIssued}
      onClose={onClose}
    />
  );
}

export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const webhooks = useWebhooksText();
  const { common } = useMessages();
  return (
    <WebhookDialog
      title={webhooks.editTitle}
      button={common.save}
      initial={{
        url: webhook.url,
        choice: webhook.eventTypes ? 'some' : 'all',
        eventTypes: webhook.eventTypes ?? [],
      }}
      send={(values) => {
        const { url, eventTypes } = bodyOf(values);
        // An unchanged address is not sent: it would ask for the password.
        return call('PATCH /webhooks/:id', {
          params: { id: webhook.id },
          body: { eventTypes, ...(url !== webhook.url && { url }) },
        });
      }}
      done={common.saved}
      onClose={onClose}
    />
  );
}

function WebhookDialog<Result>({
  title,
  button,
  initial,
  send,
  done,
  next,
  onClose,
}: {
  title: string;
  button: string;
  initial: WebhookValues;
  send: (values: WebhookValues) => Promise<Result>;
  done?: string;
  next?: (result: Result) => void;
  onClose: () => void;
}) {
  const webhooks = useWebhooksText();
  const { vocabulary } = useMessages();
  const settings = useQuery(routeQuery('GET /webhook-settings')).data;
  const form = useForm({
    initial,
    send,
    ...(done && { done }),
    next: (result: Result) => {
      onClose();
      next?.(result);
    },
  });
  const { url, choice, eventTypes } = form.values;
  return (
    <FormDialog
      wide
      title={title}
      button={button}
      disabled={url.trim() === '' || (choice === 'some' && eventTypes.length === 0)}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={webhooks.url}
        help={settings?.allowsLoopback ? webhooks.urlHelpLoopback : webhooks.urlHelp}
        type="url"
        placeholder="https://"
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        {...form.field('url')}
        error={errorAt(form.error, 'url') && webhooks.urlWrong}
      />
      <Radios
        label={webhooks.events}
        options={[
          { value: 'all', label: webhooks.allEvents, text: webhooks.allEventsText },
          { value: 'some', label: webhooks.someEvents },
        ]}
        {...form.field('choice')}
      />
      {choice === 'some' && (
        <div className="webhook-events">
          <Checkboxes
            label={webhooks.chooseEvents}
            help={webhooks.chooseEventsHelp}
            values={eventTypes}
            options={(settings?.eventTypes ?? []).map((value) => ({
              value,
              label: vocabulary.event[value],
              text: value,
            }))}
            onChange={(chosen) => form.set({ eventTypes: chosen })}
          />
        </div>
      )}
    </FormDialog>
  );
}
