import type { Environment } from '../config/config.ts';
import { memberOf } from '../networks.ts';
import type { OutgoingProblem } from './outgoing-error.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** Returns why a request must not connect to the address, or nothing if it may. `isPlain`: with http. */
export type AddressRule = (address: string, isPlain: boolean) => OutgoingProblem | undefined;

/** On staging a provider may be anywhere in the operator's network, and with http on this machine. */
export function identityProviderRule(environment: Environment): AddressRule {
  const isStaging = environment === 'staging';
  return (address, isPlain) => {
    if (isPlain && !(isStaging && isLoopbackAddress(address))) return 'not-https';
    return isStaging || isPublicAddress(address) ? undefined : 'address-not-allowed';
  };
}

/**
 * Only public addresses with https. `allowsLoopback` is for trying things on one machine. `networks` are private ones that the
 * operator allows.
 */
export function publicAddressRule(allowsLoopback: boolean, networks: readonly string[] = []): AddressRule {
  const isAllowed = memberOf(networks);
  return (address, isPlain) => {
    if (allowsLoopback && isLoopbackAddress(address)) return undefined;
    if (!isPublicAddress(address) && !isAllowed(address)) return 'address-not-allowed';
    return isPlain ? 'not-https' : undefined;
  };
}
