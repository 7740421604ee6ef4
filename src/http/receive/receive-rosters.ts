import type { App } from '../app.ts';
import { KeyRefusals } from './key-refusals.ts';
import { streamJsonBodies } from './roster-body.ts';
import { type ReceivingServices, RosterReceiver, type SenderOf } from './roster-receiver.ts';
import { rosterRefusals } from './roster-refusals.ts';

/** For a scope with routes `…/:id/…`. API keys and portal users share it. */
export function receiveRosters(scope: App, services: ReceivingServices, senderOf: SenderOf): RosterReceiver {
  const { database, metrics } = services;
  streamJsonBodies(scope);
  const keyRefusals = new KeyRefusals(database.sql, (err) =>
    scope.log.warn({ err }, 'a refused key could not be recorded'),
  );
  const refusals = rosterRefusals(database.sql, keyRefusals, (code) => metrics?.countRefused(code));
  const receiver = new RosterReceiver(services, senderOf, refusals);
  scope.addHook('onClose', () => receiver.close());
  scope.addHook('onClose', () => keyRefusals.close());
  return receiver;
}
