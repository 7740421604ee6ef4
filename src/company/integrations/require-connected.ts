import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';

/** Refuses an unknown or disconnected integration: it takes no rosters. */
export function requireConnected<Integration extends { isDisconnected: boolean }>(
  integration: Integration | undefined,
): Integration {
  if (!integration) throw notFound();
  if (integration.isDisconnected) throw refused('integration-disconnected');
  return integration;
}
