import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

const NAME = 'transit-portal';

export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * Under https a browser takes a cookie called `__Host-` from this host alone and over https alone, so that no neighbour
 * can plant one. No page of another site makes a browser send it.
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

/** What cannot be a token of ours is as good as none. */
function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, value = ''] = pair.trim().split('=', 2);
    if (key === name && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}

/** A password over plain http can be read by everybody on the way. On staging there is nothing to win by it. */
export function mayUsePlainHttp({ environment, baseUrl }: Config): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' || environment === 'staging' || isLoopback;
}
