import type { Config } from '../../platform/config/config.ts';
import { PULL_LIMITS } from '../../platform/limits.ts';
import { type AddressRule, publicAddressRule } from '../../platform/outgoing/address-rules.ts';
import { createHostResolver, type ResolveHost } from '../../platform/outgoing/resolve-host.ts';
import { refused } from '../../platform/refusals.ts';
import { createSeal, type Seal } from '../../platform/seal.ts';
import { FileThreads } from './files/file-threads.ts';
import type { Connection, Credentials, HrSystem } from './hr-system.ts';
import { createSourceClient, type SourceLimits } from './source-client.ts';
import type { Source } from './sources-sql.ts';
import { SYSTEM_NAMES, SYSTEMS } from './systems.ts';

/** What asking HR systems needs, besides the database. */
export interface Sources {
  seal: Seal;
  rule: AddressRule;
  resolve: ResolveHost;
  /** Whether a source may name a server of its own instead of the system's: for trials on one machine. */
  allowsOwnServers: boolean;
  limits: SourceLimits;
  files: FileThreads;
  /** Tests replace it: they do not wait. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export function createSources(options: {
  config: Pick<Config, 'pullAllowLoopback' | 'pullAllowNetworks' | 'dnsServers'>;
  secretKeys: readonly string[];
  limits?: Partial<SourceLimits>;
  pause?: Sources['pause'];
}): Sources {
  const { config, secretKeys, limits, pause } = options;
  const { pullAllowLoopback, pullAllowNetworks } = config;
  return {
    seal: createSeal('hr-source', secretKeys),
    rule: publicAddressRule(pullAllowLoopback, pullAllowNetworks),
    resolve: createHostResolver({ servers: config.dnsServers }),
    allowsOwnServers: pullAllowLoopback,
    limits: { ...PULL_LIMITS, ...limits },
    files: new FileThreads(),
    ...(pause && { pause }),
  };
}

/** Credentials that are copied to the row of another integration cannot be opened. */
export function sourceContext(companyId: number, integrationId: number): string {
  return `company ${companyId} integration ${integrationId}`;
}

/** Returns the credentials of a source, secret ones too. */
export function openCredentials(
  { seal }: Pick<Sources, 'seal'>,
  companyId: number,
  { integrationId, settings, secrets }: Pick<Source, 'integrationId' | 'settings' | 'secrets'>,
): Credentials {
  const opened = seal.open(secrets, sourceContext(companyId, integrationId));
  if (opened === undefined) throw refused('source-locked');
  return { ...settings, ...(JSON.parse(opened) as Record<string, string>) };
}

export function systemOf({ system }: Pick<Source, 'system'>): HrSystem {
  const found = SYSTEM_NAMES.find((name) => name === system);
  if (!found) throw new Error(`this version does not know the HR system ${system}`);
  return SYSTEMS[found];
}

/** The name of the input for a server of one's own. */
export const OWN_SERVER = 'baseUrl';

interface Asking extends Pick<Connection, 'credentials' | 'today' | 'dropped'> {
  companyId: number;
  signal: AbortSignal;
}

/** Opens a connection for one pull or one survey. The caller closes its client. */
export function openConnection(
  { rule, resolve, limits, files, pause, allowsOwnServers }: Sources,
  system: HrSystem,
  { companyId, signal, ...asked }: Asking,
): Connection {
  const own = allowsOwnServers ? asked.credentials[OWN_SERVER] : undefined;
  const baseUrl = own ?? system.baseUrl?.(asked.credentials) ?? 'https://not-asked.invalid';
  const client = createSourceClient({ baseUrl, rule, resolve, limits, signal, ...(pause && { pause }) });
  return { ...asked, client, files: files.readerFor(companyId, client.signal) };
}
