import { Counter, Gauge, type Registry } from 'prom-client';
import { selectUnnumbered } from '../../domain/events/events-sql.ts';
import { QUEUE_STATES, selectMailFigures } from '../../notifications/mail/mail-metrics-sql.ts';
import { selectWebhookFigures } from '../../notifications/webhooks/webhook-metrics-sql.ts';
import { WEBHOOK_STATES } from '../../notifications/webhooks/webhook-types.ts';
import { selectBackupAge } from '../../platform/backup/newest-backup.ts';
import { WALLETS } from '../../platform/config/wallet-badges.ts';
import type { Pool } from '../../platform/db/types.ts';
import {
  type IntegrationState,
  selectIntegrationStates,
  selectSyncState,
} from '../../rosters/runs/sync-metrics-sql.ts';
import { countTicketsIssued, selectCompaniesDue } from '../../tickets/issue/tickets-sql.ts';
import { selectPassFigures } from '../../tickets/wallet/lasting/pass-metrics-sql.ts';

/** The maximum of integrations with separate series. Each has three series on every node. */
export const MAX_INTEGRATIONS = 500;

/**
 * Metrics of what the database stores, so every node reports the same values. The result reads them; a scrape calls it. If
 * the database does not answer, the values of the last reading stay.
 */
export function addStateMetrics(registry: Registry, sql: Pool): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const unfinished = gauge('transit_sync_unfinished_runs', 'Accepted rosters that are not applied yet.');
  const held = gauge('transit_sync_held_runs', 'Rosters whose ends wait for approval.');
  const oldestUnfinished = gauge(
    'transit_sync_oldest_unfinished_seconds',
    'How long the oldest of the unfinished rosters has been waiting; 0 when there is none.',
  );
  const ticketsIssued = new Counter({
    name: 'transit_tickets_issued_total',
    help: 'Tickets issued so far in all companies, replacements included.',
    registers: [registry],
  });
  const companiesDue = gauge(
    'transit_tickets_due_companies',
    'Companies whose tickets of the running month have not been issued yet.',
  );
  const unnumbered = gauge('transit_events_unnumbered', 'Events that have no number yet.');
  const oldestUnnumbered = gauge(
    'transit_events_oldest_unnumbered_seconds',
    'How long the oldest of the events without a number has been waiting; 0 when there is none.',
  );
  const webhooks = new Gauge({
    name: 'transit_webhook_endpoints',
    help: 'Webhooks of all companies, by state.',
    labelNames: ['state'],
    registers: [registry],
  });
  const oldestUndelivered = gauge(
    'transit_webhook_oldest_undelivered_seconds',
    'The age of the oldest event that an active or failing webhook has not received; 0 when there is none.',
  );
  const mails = new Gauge({
    name: 'transit_mail_queue',
    help: 'Mails of all companies that are not settled yet, by state.',
    labelNames: ['state'],
    registers: [registry],
  });
  const oldestMail = gauge(
    'transit_mail_oldest_waiting_seconds',
    'How long the oldest of the waiting mails has been due; 0 when there is none.',
  );
  const passUpdates = new Gauge({
    name: 'transit_pass_updates',
    help: 'Phones, and objects of Google, that are to be notified of a change of their pass, by wallet and state.',
    labelNames: ['wallet', 'state'],
    registers: [registry],
  });
  const backup = gauge(
    'transit_newest_backup_seconds',
    'How long ago the newest backup was taken; 0 if transit backup has made none.',
  );
  const showIntegrations = addIntegrationMetrics(registry);
  return async () => {
    const { syncs, integrations, events, tickets, due, deliveries, queue, passes, backupAge } =
      await readFigures(sql);
    unfinished.set(syncs.unfinishedRuns);
    held.set(syncs.heldRuns);
    oldestUnfinished.set(syncs.oldestUnfinishedSeconds);
    replace(ticketsIssued, tickets);
    companiesDue.set(due.length);
    unnumbered.set(events.events);
    oldestUnnumbered.set(events.oldestSeconds);
    for (const state of WEBHOOK_STATES) webhooks.set({ state }, deliveries.endpoints[state] ?? 0);
    oldestUndelivered.set(deliveries.oldestUndeliveredSeconds);
    for (const state of QUEUE_STATES) mails.set({ state }, queue.mails[state] ?? 0);
    oldestMail.set(queue.oldestWaitingSeconds);
    for (const wallet of WALLETS) {
      passUpdates.set({ wallet, state: 'waiting' }, passes[wallet]?.waiting ?? 0);
      passUpdates.set({ wallet, state: 'failing' }, passes[wallet]?.failing ?? 0);
    }
    backup.set(backupAge ?? 0);
    showIntegrations(integrations);
  };
}

/** One statement after the other: a scrape takes one connection, and requests have the others. */
async function readFigures(sql: Pool) {
  return {
    syncs: await selectSyncState(sql),
    integrations: await selectIntegrationStates(sql),
    events: await selectUnnumbered(sql),
    tickets: await countTicketsIssued(sql),
    due: await selectCompaniesDue(sql),
    deliveries: await selectWebhookFigures(sql),
    queue: await selectMailFigures(sql),
    passes: await selectPassFigures(sql),
    backupAge: await selectBackupAge(sql),
  };
}

/** The database counts, so the value is set. */
function replace(counter: Counter, value: number): void {
  counter.reset();
  counter.inc(value);
}

function addIntegrationMetrics(registry: Registry): (integrations: readonly IntegrationState[]) => void {
  const labelNames = ['company', 'integration'] as const;
  const registers = [registry];
  const connected = new Gauge({
    name: 'transit_connected_integrations',
    help: `Connected integrations. Those with the ${MAX_INTEGRATIONS} lowest ids have metrics of their own.`,
    registers,
  });
  const silent = new Gauge({
    name: 'transit_silent_integrations',
    help: 'Connected integrations whose roster is overdue.',
    registers,
  });
  const newest = new Gauge({
    name: 'transit_newest_roster_seconds',
    help: 'How long ago the newest roster of all integrations was accepted; 0 when there is none.',
    registers,
  });
  const rosters = new Counter({
    name: 'transit_integration_rosters_total',
    help: 'Rosters accepted from an integration.',
    labelNames,
    registers,
  });
  const age = new Gauge({
    name: 'transit_integration_newest_roster_seconds',
    help: 'How long ago the newest roster of an integration was accepted.',
    labelNames,
    registers,
  });
  const isSilent = new Gauge({
    name: 'transit_integration_silent',
    help: '1 if the roster of an integration is overdue.',
    labelNames,
    registers,
  });
  return (integrations) => {
    connected.set(integrations.length);
    silent.set(integrations.filter((integration) => integration.isSilent).length);
    const ages = integrations.flatMap(({ newestRosterSeconds }) => newestRosterSeconds ?? []);
    newest.set(ages.reduce((least, each) => Math.min(least, each), ages[0] ?? 0));
    // Integrations that are no longer connected lose their series.
    for (const metric of [rosters, age, isSilent]) metric.reset();
    for (const integration of integrations.slice(0, MAX_INTEGRATIONS)) {
      const labels = { company: integration.companyId, integration: integration.id };
      rosters.inc(labels, integration.rosters);
      if (integration.newestRosterSeconds !== null) age.set(labels, integration.newestRosterSeconds);
      isSilent.set(labels, integration.isSilent ? 1 : 0);
    }
  };
}
