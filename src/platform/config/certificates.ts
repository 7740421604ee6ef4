import { X509Certificate } from 'node:crypto';
import type { Config } from './config.ts';
import { parseDatabaseUrl } from './database-url.ts';

export interface KnownCertificate {
  name: 'apple-pass' | 'apple-issuer' | 'database-client' | 'database-authority';
  validUntil: Date;
}

/** The certificates that the node was started with. Those that others show it, and that of a proxy, are not known here. */
export function knownCertificates({
  applePass,
  databaseUrl,
}: Pick<Config, 'applePass' | 'databaseUrl'>): KnownCertificate[] {
  const ssl = (databaseUrl && parseDatabaseUrl(databaseUrl).ssl) || {};
  const given: [KnownCertificate['name'], readonly X509Certificate[]][] = [
    ['apple-pass', applePass ? [applePass.certificate] : []],
    ['apple-issuer', applePass ? [applePass.issuer] : []],
    ['database-client', certificatesIn(ssl.cert)],
    ['database-authority', certificatesIn(ssl.ca)],
  ];
  return given.flatMap(([name, certificates]) => {
    const ends = certificates.map(({ validTo }) => Date.parse(validTo));
    // A bundle keeps an authority's old certificate beside its new one: the latest end counts.
    return ends.length > 0 ? [{ name, validUntil: new Date(Math.max(...ends)) }] : [];
  });
}

/** What is no certificate is refused elsewhere, when a connection is made. */
function certificatesIn(pem: unknown): X509Certificate[] {
  const blocks = String(pem ?? '').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.flatMap((block) => {
    try {
      return [new X509Certificate(block)];
    } catch {
      return [];
    }
  });
}
