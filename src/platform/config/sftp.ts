import { invalid, text, type Variables, wholeNumber } from './variables.ts';

export interface SftpConfig {
  port: number;
  /** As HR systems reach it, which may be that of a load balancer. */
  address: { host: string; port: number };
}

/** The server that HR systems drop files at. Undefined without a port. */
export function sftp(env: Variables, baseUrl: string, httpPort: number): SftpConfig | undefined {
  const given = text(env, 'SFTP_ADDRESS');
  if (text(env, 'SFTP_PORT') === undefined) {
    if (given) throw invalid('SFTP_ADDRESS', 'is of no use without SFTP_PORT');
    return undefined;
  }
  const port = wholeNumber(env, 'SFTP_PORT', 0, 1, 65_535);
  if (port === httpPort) throw invalid('SFTP_PORT', 'must differ from PORT');
  const [, host, publicPort] = /^([A-Za-z0-9.-]{1,253})(?::([1-9][0-9]{0,4}))?$/.exec(given ?? '') ?? [];
  if (given && !host)
    throw invalid('SFTP_ADDRESS', 'must be a host name, with a port if needed, such as sftp.example.com:22');
  return {
    port,
    address: { host: host ?? new URL(baseUrl).hostname, port: Number(publicPort ?? port) },
  };
}
