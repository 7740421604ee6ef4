import { noSuch } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';

/** Refuses an unknown or disconnected integration: it takes no rosters. */
export function requireConnected<Integration extends { isDisconnected: boolean }>(
  integration: Integration | undefined,
  id: number,
): Integration {
  if (!integration) throw noSuch('integration', id);
  if (integration.isDisconnected) throw refused('integration-disconnected');
  return integration;
}
