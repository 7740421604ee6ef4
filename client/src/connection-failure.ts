import { TransitUnreachable } from './problem.ts';

/** A server that answers in plain text where TLS was expected. */
const PLAIN_TEXT = /wrong version number|packet length too long|record layer failure/i;
const CERTIFICATE = /CERT|^UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|^HOSTNAME_MISMATCH$/;

/** Says why there was no answer. A wrong scheme and a certificate that is not trusted do not pass. */
export function connectionFailure({ origin, host }: URL, cause: unknown): TransitUnreachable {
  const { code = '', message = '' } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : {};
  if (PLAIN_TEXT.test(message))
    return new TransitUnreachable(
      `${host} does not speak HTTPS at this address. Does the address begin with http:// instead?`,
      { cause, isPermanent: true },
    );
  if (CERTIFICATE.test(code))
    return new TransitUnreachable(`The certificate of ${host} is not trusted: ${message}`, {
      cause,
      isPermanent: true,
    });
  return new TransitUnreachable(`${origin} does not answer: ${message || code}`, { cause });
}
