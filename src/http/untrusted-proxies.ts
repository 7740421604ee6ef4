import type { FastifyInstance, FastifyRequest } from 'fastify';
import { knownAddress } from '../platform/networks.ts';
import { isPublicAddress } from '../platform/outgoing/public-address.ts';

export const ABOUT_PROXIES = 'docs/guides/install.md, "TLS for clients", explains it.';

/** Of the start and of doctor, if `lacksTrustedProxy`. */
export const NO_TRUSTED_PROXY =
  'BASE_URL begins with https, so there is a proxy, but TRUST_PROXY is not set: all clients share the address of the proxy, ' +
  'and strangers can lock everybody out.';

/**
 * Says once that a request names another client than the one that has connected, and is not believed. It comes through a proxy that
 * TRUST_PROXY does not name: all clients of the proxy share one address and its limits, so strangers can lock everybody out. Or a client
 * sends the header itself, which changes nothing.
 */
export function reportUntrustedProxies(app: FastifyInstance): void {
  let isReported = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isReported && namesAnotherClient(request)) {
      isReported = true;
      app.log.warn(
        peerOf(request),
        'A request has X-Forwarded-For or Forwarded, but TRUST_PROXY does not name the address that it comes from: the ' +
          `header is ignored. If that address is your proxy, all its clients count as one. ${ABOUT_PROXIES}`,
      );
    }
    done();
  });
}

/** `ips` has the address of the peer, and further ones only if that is trusted. */
function namesAnotherClient({ headers, ips = [] }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined) return ips.length < 2;
  return headers.forwarded !== undefined && ips.length === 0;
}

/** The address of a proxy is mostly a private one. A public one may be that of a person, which is not logged. */
function peerOf({ socket }: FastifyRequest): { from?: string } {
  const from = knownAddress(socket.remoteAddress ?? '');
  return from !== null && !isPublicAddress(from) ? { from } : {};
}
