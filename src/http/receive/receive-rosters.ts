import type { App } from '../app.ts';
import type { Needs } from '../services.ts';
import { KeyRefusals } from './key-refusals.ts';
import { streamJsonBodies } from './roster-body.ts';
import { type ReceivingServices, RosterReceiver, type SenderOf } from './roster-receiver.ts';
import { type RosterRefusals, rosterRefusals } from './roster-refusals.ts';

/** For a scope with routes `…/:id/…`. API keys and portal users share it. */
export function receiveRosters(scope: App, services: ReceivingServices, senderOf: SenderOf): RosterReceiver {
  streamJsonBodies(scope);
  const receiver = new RosterReceiver(services, senderOf, recordRefusals(scope, services));
  scope.addHook('onClose', () => receiver.close());
  return receiver;
}

/** For a scope with routes `…/:id/…` that receive rosters. */
export function recordRefusals(
  scope: App,
  { database, metrics }: Needs<'database' | 'metrics'>,
): RosterRefusals {
  const keyRefusals = new KeyRefusals(database.sql, (err) =>
    scope.log.warn({ err }, 'a refused key could not be recorded'),
  );
  scope.addHook('onClose', () => keyRefusals.close());
  return rosterRefusals(database.sql, keyRefusals, (code) => metrics?.countRefused(code));
}
