import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import { Slots } from '../../platform/slots.ts';
import { whileConnected } from './while-connected.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes long and has places of its own. Its requests do not count. */
    hasOwnPlaces?: true;
  }
  interface FastifyRequest {
    /** Gives the place of the request back. */
    leave: (() => void) | null;
  }
}

const WAITING = { maxWaiting: 500, patienceMs: 10_000 };

/**
 * Admits a request of an owner: a key, a portal user or a network address. An owner has only some requests at the same time; the
 * others wait for them. All requests share one event loop, so a client with 40 connections would otherwise have 40 turns of it
 * between two turns of another client.
 */
export type Admit = (
  request: FastifyRequest,
  reply: FastifyReply,
  owner: string,
  done: (error?: Error) => void,
) => void;

export function createRequestsAtOnce({ requestsAtOnce }: Config): Admit | undefined {
  if (requestsAtOnce === 0) return undefined;
  const slots = new Slots<string>({ count: Infinity, maxEach: requestsAtOnce, ...WAITING });
  return (request, reply, owner, done) => {
    if (request.routeOptions.config.hasOwnPlaces) return done();
    const begin = () => {
      request.leave = () => {
        request.leave = null;
        // In the next turn of the event loop: the requests of others that have arrived meanwhile come first.
        setImmediate(() => slots.release(owner));
      };
      // The client may go before there is an answer.
      reply.raw.once('close', () => request.leave?.());
      done();
    };
    if (slots.tryTake(owner)) begin();
    else whileConnected(request.raw.socket, (signal) => slots.take(owner, signal)).then(begin, done);
  };
}

/** A request counts until its answer is ready. How fast the client takes the answer does not matter. */
export function leaveWhenAnswered(app: FastifyInstance): void {
  app.decorateRequest('leave', null);
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leave?.();
    done(null, payload);
  });
}
