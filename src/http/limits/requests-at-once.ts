import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import { PLACES } from '../../platform/limits.ts';
import { Slots } from '../../platform/slots.ts';
import { whileConnected } from './while-connected.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes long and has a separate limit. Its requests do not count. */
    hasOwnPlaces?: true;
  }
  interface FastifyRequest {
    /** Gives the place of the request back. */
    leave: (() => void) | null;
  }
}

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
  const slots = new Slots<string>({ ...PLACES.requests, maxEach: requestsAtOnce });
  const release = oncePerTurn<string>((owner) => slots.release(owner));
  return (request, reply, owner, done) => {
    if (request.routeOptions.config.hasOwnPlaces) return done();
    const begin = () => {
      request.leave = () => {
        request.leave = null;
        release(owner);
      };
      // The client may go before there is an answer.
      reply.raw.once('close', () => request.leave?.());
      done();
    };
    if (slots.tryTake(owner)) begin();
    else whileConnected(request.raw.socket, (signal) => slots.take(owner, signal)).then(begin, done);
  };
}

/**
 * Calls `release` in the next turn of the event loop, so that the requests of others that have arrived meanwhile come first, and
 * for each owner once a turn. Four places that were given back in one turn would otherwise begin four requests in the next one.
 */
function oncePerTurn<Owner>(release: (owner: Owner) => void): (owner: Owner) => void {
  const counts = new Map<Owner, number>();
  const next = (owner: Owner) => {
    const left = (counts.get(owner) ?? 1) - 1;
    if (left === 0) counts.delete(owner);
    else {
      counts.set(owner, left);
      setImmediate(next, owner);
    }
    release(owner);
  };
  return (owner) => {
    const count = counts.get(owner) ?? 0;
    counts.set(owner, count + 1);
    if (count === 0) setImmediate(next, owner);
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
