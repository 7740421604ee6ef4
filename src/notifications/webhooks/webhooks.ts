import type { Config } from '../../platform/config/config.ts';
import { OUTGOING } from '../../platform/limits.ts';
import { type AddressRule, publicAddressRule } from '../../platform/outgoing/address-rules.ts';
import { type Line, openLine } from '../../platform/outgoing/post.ts';
import { createHostResolver, type ResolveHost } from '../../platform/outgoing/resolve-host.ts';
import { createSeal, type Seal } from '../../platform/seal.ts';
import { version } from '../../platform/version.ts';

/** Dependencies of webhooks, besides the database. */
export interface Webhooks {
  /** For the links in events. */
  baseUrl: string;
  userAgent: string;
  seal: Seal;
  rule: AddressRule;
  allowsLoopback: boolean;
  /** Opens a line to an endpoint. */
  open(url: string): Line;
}

export function createWebhooks(options: {
  config: Pick<Config, 'baseUrl' | 'webhooksAllowLoopback'> & Partial<Pick<Config, 'dnsServers'>>;
  secretKeys: readonly string[];
  answerSeconds?: number;
  resolveHost?: ResolveHost;
}): Webhooks {
  const { config, secretKeys, answerSeconds: seconds = OUTGOING.webhooks.seconds } = options;
  const { resolveHost: resolve = createHostResolver({ servers: config.dnsServers }) } = options;
  const rule = publicAddressRule(config.webhooksAllowLoopback);
  return {
    baseUrl: config.baseUrl,
    userAgent: `transit-webhooks/${version}`,
    seal: createSeal('webhook', secretKeys),
    rule,
    allowsLoopback: config.webhooksAllowLoopback,
    open: (url) => openLine(url, { rule, seconds, bytes: OUTGOING.webhooks.bytes, resolve }),
  };
}
