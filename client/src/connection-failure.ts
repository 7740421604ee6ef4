import { TransitUnreachable } from './problem.ts';

/** A server that answers in plain text where TLS was expected. */
const PLAIN_TEXT = /wrong version number|packet length too long|record layer failure/i;
const CERTIFICATE = /CERT|^UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|^HOSTNAME_MISMATCH$/;

/** A server that expects TLS may close the connection, or answer with an alert instead of HTTP. */
const HUNG_UP = /^(?:ECONNRESET|HPE_INVALID_CONSTANT)$/;

/** Says why there was no answer. A wrong scheme and a certificate that is not trusted do not pass. */
export function connectionFailure({ origin, host, protocol }: URL, cause: unknown): TransitUnreachable {
  const { code = '', message = '' } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : {};
  if (PLAIN_TEXT.test(message))
    return new TransitUnreachable(
      `${host} does not speak HTTPS at this address. Does the address begin with http:// instead?`,
      { cause, isPermanent: true },
    );
  if (CERTIFICATE.test(code))
    return new TransitUnreachable(`The certificate of ${host} is not trusted: ${reasonOf(code, message)}`, {
      cause,
      isPermanent: true,
    });
  if (protocol === 'http:' && HUNG_UP.test(code))
    return new TransitUnreachable(
      `${origin} has closed the connection without an answer. Does the address begin with https:// instead?`,
      // A server that is restarted does the same.
      { cause },
    );
  return new TransitUnreachable(`${origin} does not answer: ${message || code}`, { cause });
}

function reasonOf(code: string, message: string): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'CERT_HAS_EXPIRED') return message;
  // Node adds a hint about its own options.
  return `${message.split(';')[0]}. If its authority is your own, set NODE_EXTRA_CA_CERTS to the PEM file of the authority`;
}
