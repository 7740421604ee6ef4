import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

const NAME = 'transit-portal';

export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * Under https, browsers accept a `__Host-` cookie only from this host and only over https, so no other host
 * can plant one. `SameSite` keeps other sites from sending it.
 */
export function sessionCookie(config: Config): SessionCookie {
  const isSecure = new URL(config.baseUrl).protocol === 'https:';
  const name = isSecure ? `__Host-${NAME}` : NAME;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    read: (request) => readCookie(request.headers.cookie, name),
    set: (reply, token) => void reply.header('Set-Cookie', `${name}=${token}; ${attributes}`),
    clear: (reply) => void reply.header('Set-Cookie', `${name}=; ${attributes}; Max-Age=0`),
  };
}

/** A value that cannot be a token counts as no cookie. */
function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, value = ''] = pair.trim().split('=', 2);
    if (key === name && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}

/** Plain http exposes passwords on the network. On staging the data is not worth protecting. */
export function mayUsePlainHttp({ environment, baseUrl }: Config): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' || environment === 'staging' || isLoopback;
}
