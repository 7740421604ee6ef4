import { isIP } from 'node:net';
import { refused } from '../../platform/refusals.ts';

/** The place for which passkeys are made. They work nowhere else. */
export interface PasskeySite {
  rpId: string;
  origin: string;
}

/** Browsers offer passkeys for host names only, and over https only, except on this machine. */
export function passkeySite(baseUrl: string): PasskeySite | undefined {
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isName = isIP(hostname.replaceAll(/^\[|\]$/g, '')) === 0;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isName && (protocol === 'https:' || isLocal) ? { rpId: hostname, origin } : undefined;
}

export function requireSite(site: PasskeySite | undefined): PasskeySite {
  if (!site) throw refused('no-passkeys-here');
  return site;
}
