import type { DnsServer } from '../../test/pure/support/dns-server.ts';
import { startDnsServer } from '../../test/pure/support/dns-server.ts';
import { whenDone } from '../clean-up.ts';

/** No DNS server answers questions about names in this domain. */
export const SILENT_DOMAIN = 'silent.example';
/** Leads to this machine. */
export const KNOWN_NAME = 'receiver.example';

export async function startNames(): Promise<DnsServer> {
  const server = await startDnsServer((name) => {
    if (name.endsWith(SILENT_DOMAIN)) return 'silence';
    return name === KNOWN_NAME ? '127.0.0.1' : 'none';
  });
  whenDone(async () => server.close());
  return server;
}
