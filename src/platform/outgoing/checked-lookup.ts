import { isIP } from 'node:net';
import type { AddressRule } from './address-rules.ts';
import { OutgoingError } from './outgoing-error.ts';
import { connectOptions, type ResolveHost } from './resolve-host.ts';

/**
 * For `net.connect` and everything that is built on it: a look-up that refuses a name if the rule refuses any of its addresses.
 * A host that is an address is not looked up, so it is checked at once.
 */
export function checkedLookup(host: string, isPlain: boolean, rule: AddressRule, resolve: ResolveHost) {
  const check = (address: string) => {
    const problem = rule(address, isPlain);
    if (problem) throw new OutgoingError(problem);
  };
  if (isIP(host)) check(host);
  return connectOptions(async (hostname) => {
    const found = await resolve(hostname);
    for (const { address } of found) check(address);
    return found;
  });
}
