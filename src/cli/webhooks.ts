import { type Command, Option } from 'commander';
import { requireCompany } from '../company/companies/require-company.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { type EventType, SHOWN_TYPES, type ShownType } from '../domain/events/event-types.ts';
import { createWebhook } from '../notifications/webhooks/create-webhook.ts';
import { deleteWebhook } from '../notifications/webhooks/delete-webhook.ts';
import { listDeliveries, type StoredDelivery } from '../notifications/webhooks/deliveries-sql.ts';
import { replayEvents } from '../notifications/webhooks/replay-events.ts';
import { requireCompanyOf, requireWebhook } from '../notifications/webhooks/require-webhook.ts';
import { rotateSecret } from '../notifications/webhooks/rotate-secret.ts';
import { setWebhook } from '../notifications/webhooks/set-webhook.ts';
import { testWebhook } from '../notifications/webhooks/test-webhook.ts';
import { createWebhooks, type Webhooks } from '../notifications/webhooks/webhooks.ts';
import { MAX_COUNTED, selectWebhooks, type WebhookRecord } from '../notifications/webhooks/webhooks-sql.ts';
import type { Config } from '../platform/config/config.ts';
import { loadSecretKeys } from '../platform/config/secret-keys.ts';
import { AppError } from '../platform/errors.ts';
import { eventTypes, onOrOff, overlapLine, overlapOption, positiveNumber, wholeNumber } from './arguments.ts';
import { requireOption, table, withDatabase, withTransaction } from './command.ts';
import { processOf } from './command-process.ts';
import { confirm } from './confirm.ts';

const EVENTS =
  'event types, separated by commas, such as ticket.issued,sync.failed; all for every type; ticket.issued includes tickets.issued';

export function addWebhooks(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('manage webhooks (docs/guides/webhooks-and-events.md)');
  addCreateAndList(webhooks);
  addChanges(webhooks);
  addRequests(webhooks);
}

function addCreateAndList(webhooks: Command): void {
  const create = webhooks
    .command('create')
    .description('create a webhook and print its secret, which is shown only once')
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .requiredOption('--url <url>', 'address that receives the events, with https')
    .option('--events <list>', EVENTS, eventTypes, 'all');
  withTransaction(create, async (tx, config) => {
    const { company, url, events } = create.opts<{ company: number; url: string; events: Types }>();
    await requireCompany(tx, company);
    const given = { url, eventTypes: typesOf(events) };
    const made = await createWebhook(tx, company, OPERATOR, given, await webhooksOf(config));
    return { data: made, lines: [...describe(made), secretLine(made)] };
  });

  const list = webhooks.command('list').description("list a company's webhooks");
  list.requiredOption('--company <id>', 'company id', wholeNumber);
  withDatabase(list, async ({ sql }) => {
    const { company } = list.opts<{ company: number }>();
    await requireCompany(sql, company);
    const found = await selectWebhooks(sql, company);
    const rows = found.map((webhook) => [
      webhook.id,
      webhook.url,
      webhook.eventTypes?.join(',') ?? 'all',
      stateOf(webhook),
      waiting(webhook),
      webhook.deliveredAt?.toISOString() ?? 'never',
    ]);
    return { data: found, lines: table(['ID', 'URL', 'EVENTS', 'STATE', 'WAITING', 'LAST DELIVERED'], rows) };
  });
}

function addChanges(webhooks: Command): void {
  const set = withId(
    webhooks.command('set').description('change a webhook; options that are not given stay as they are'),
  )
    .option('--url <url>', 'address that receives the events, with https')
    .option('--events <list>', EVENTS, eventTypes)
    .option('--enabled <on|off>', 'switch it on or off; on also ends the pause of a failing one', onOrOff)
    .option('--skip-waiting', 'do not send the events that wait; begin with the next one');
  requireOption(set);
  withTransaction(set, async (tx, config) => {
    const { url, events, enabled, skipWaiting } = set.opts<{
      url?: string;
      events?: Types;
      enabled?: boolean;
      skipWaiting?: boolean;
    }>();
    const id = idOf(set);
    const change = {
      url,
      enabled,
      skipWaiting,
      eventTypes: events === undefined ? undefined : typesOf(events),
    };
    const companyId = await requireCompanyOf(tx, id);
    const changed = await setWebhook(tx, companyId, id, OPERATOR, change, await webhooksOf(config));
    return { data: changed, lines: describe(changed) };
  });

  const rotate = withId(
    webhooks
      .command('rotate')
      .description('create a new secret; requests are signed with the old one too until the overlap ends'),
  ).addOption(overlapOption('how long requests are signed with both'));
  withTransaction(rotate, async (tx, config) => {
    const id = idOf(rotate);
    const { overlap } = rotate.opts<{ overlap: number }>();
    const companyId = await requireCompanyOf(tx, id);
    const rotated = await rotateSecret(tx, companyId, id, OPERATOR, overlap, await webhooksOf(config));
    const old = overlapLine('secret', rotated.oldSecretExpiresAt);
    return { data: rotated, lines: [...describe(rotated), secretLine(rotated), old] };
  });

  const remove = withId(
    webhooks.command('delete').description('delete a webhook and the log of its requests'),
  ).option('--yes', 'do not ask');
  withTransaction(remove, async (tx) => {
    const id = idOf(remove);
    const companyId = await requireCompanyOf(tx, id);
    const { url } = await requireWebhook(tx, companyId, id);
    await confirm(
      remove,
      [`Webhook ${id} sends to ${url}. Its secret and the log of its requests are deleted with it.`],
      'Delete it?',
    );
    const deleted = await deleteWebhook(tx, companyId, id, OPERATOR);
    return { data: deleted, lines: [`Webhook ${id} is deleted.`] };
  });
}

function addRequests(webhooks: Command): void {
  const test = withId(webhooks.command('test').description('send a test and print the answer')).addOption(
    new Option(
      '--event <type>',
      'send an example of this type, such as ticket.issued or tickets.issued',
    ).choices(SHOWN_TYPES),
  );
  withDatabase(test, async ({ sql }, config) => {
    const id = idOf(test);
    const { event } = test.opts<{ event?: ShownType }>();
    const companyId = await requireCompanyOf(sql, id);
    const delivery = await testWebhook(sql, companyId, id, await webhooksOf(config), event);
    if (delivery.outcome === 'failed') processOf(test).exitCode = 1;
    const answer = delivery.answer === null ? [] : [`  answer  ${delivery.answer}`];
    return { data: delivery, lines: [`${outcomeOf(delivery)} after ${delivery.tookMs} ms`, ...answer] };
  });

  const deliveries = withId(webhooks.command('deliveries').description('list the latest requests'))
    .option('--failed', 'only failed ones')
    .option('--event <number>', 'only those about this event', positiveNumber)
    .option('--limit <number>', 'how many', positiveNumber, 20);
  withDatabase(deliveries, async ({ sql }) => {
    const id = idOf(deliveries);
    const { failed, event, limit } = deliveries.opts<{ failed?: boolean; event?: number; limit: number }>();
    const companyId = await requireCompanyOf(sql, id);
    const filter = { eventNumber: event, ...(failed && { outcomes: ['failed' as const] }) };
    const { items } = await listDeliveries(sql, companyId, id, filter, { page: 1, perPage: limit });
    const rows = items.map((delivery) => [
      delivery.id,
      delivery.at.toISOString(),
      delivery.eventNumber,
      delivery.eventType,
      delivery.kind,
      delivery.attempt,
      outcomeOf(delivery),
      `${delivery.tookMs} ms`,
    ]);
    const headings = ['ID', 'AT', 'EVENT', 'TYPE', 'KIND', 'ATTEMPT', 'OUTCOME', 'TOOK'];
    return { data: items, lines: table(headings, rows) };
  });

  const replay = withId(webhooks.command('replay').description('send events once more'))
    .option('--event <number>', 'this event', positiveNumber)
    .option('--from <number>', 'all events from this one on', positiveNumber)
    .option('--to <number>', 'with --from: the last one', positiveNumber);
  withTransaction(replay, async (tx) => {
    const id = idOf(replay);
    const { event, from, to } = replay.opts<{ event?: number; from?: number; to?: number }>();
    const first = event ?? from;
    if (first === undefined || (event !== undefined && (from !== undefined || to !== undefined)))
      throw new AppError('invalid-values', 'Give either --event, or --from with or without --to.');
    const companyId = await requireCompanyOf(tx, id);
    const range = { from: first, to: event ?? to };
    const events = await replayEvents(tx, companyId, id, OPERATOR, range);
    return { data: { webhookId: id, events }, lines: [`${events} events are sent once more.`] };
  });
}

type Types = EventType[] | 'all';

function typesOf(given: Types): EventType[] | null {
  return given === 'all' ? null : given;
}

async function webhooksOf(config: Config): Promise<Webhooks> {
  return createWebhooks({ config, secretKeys: await loadSecretKeys(config) });
}

function withId(command: Command): Command {
  return command.argument('<id>', 'webhook id', wholeNumber);
}

function idOf(command: Command): number {
  return Number(command.args[0]);
}

function secretLine({ secret }: { secret: string }): string {
  return `  secret  ${secret}   (shown only now)`;
}

function describe(webhook: WebhookRecord): string[] {
  return [
    `Webhook ${webhook.id}: ${webhook.url}`,
    `  events  ${webhook.eventTypes?.join(', ') ?? 'all'}`,
    `  state   ${stateOf(webhook)}`,
  ];
}

function waiting({ waiting: count }: WebhookRecord): string {
  return count >= MAX_COUNTED ? `${MAX_COUNTED} or more` : String(count);
}

function stateOf({ state, disabledBecause, failedAttempts, nextAttemptAt }: WebhookRecord): string {
  switch (state) {
    case 'disabled':
      return disabledBecause === 'gone'
        ? 'disabled: the receiver answered 410'
        : 'disabled after three days of failures';
    case 'failing':
      return `failing: ${failedAttempts} attempts, next ${nextAttemptAt?.toISOString() ?? 'now'}`;
    default:
      return state;
  }
}

function outcomeOf({ outcome, status, problem }: StoredDelivery): string {
  return [outcome, status ?? problem].join(' ');
}
