import { createMailTokens } from '../../domain/mail-queue/mail-tokens.ts';
import { createPageLink } from '../../platform/links/page-links.ts';
import { contractLink } from '../../tickets/contracts/contract-links.ts';
import { createPassLinks } from '../../tickets/wallet/wallet-links.ts';
import type { Links } from './compose.ts';
import { createContactLink } from './contact-links.ts';
import { createUnsubscribeLink } from './unsubscribe-links.ts';

/** The links that mails contain. Every node makes the same ones. */
export function createMailLinks(baseUrl: string, secretKeys: readonly string[]): Links {
  return {
    baseUrl,
    tokens: createMailTokens(secretKeys),
    contractLink: contractLink(baseUrl, secretKeys),
    passLinks: createPassLinks(baseUrl, secretKeys),
    pageLink: createPageLink(baseUrl, secretKeys),
    contactLink: createContactLink(baseUrl, secretKeys),
    unsubscribeLink: createUnsubscribeLink(baseUrl, secretKeys),
  };
}
