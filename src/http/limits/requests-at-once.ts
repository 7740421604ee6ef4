import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Client, ClientSlots } from '../../platform/client-slots.ts';
import type { Config } from '../../platform/config/config.ts';
import { clientGone } from '../../platform/errors.ts';
import { REQUESTS_OF_COMPANY, REQUESTS_WHEN_ALONE, SLOTS, TIMES } from '../../platform/limits.ts';
import type { Leave } from '../../platform/slots.ts';
import { isRead } from '../is-read.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes long and has a separate limit. Its requests do not count. */
    hasOwnSlots?: true;
  }
  interface FastifyRequest {
    /** The slot of the request, until it is given back. */
    slot: { client: Client; leave: () => void } | null;
  }
}

/**
 * Admits a request of a client: a key, a portal user or a network address. A client has only some requests at the same time, and
 * so has its company; the others wait for them. All requests share one event loop, so a client with 40 connections would otherwise
 * have 40 turns of it between two turns of another client.
 */
export interface Admit {
  (request: FastifyRequest, client: Client, done: (error?: Error) => void): void;
  /** Somebody asks whose key is still to be looked up: until then, a company that was alone would begin more. */
  notice(client: Client): void;
}

export function createRequestsAtOnce({ requestsAtOnce }: Config): Admit | undefined {
  if (requestsAtOnce === 0) return undefined;
  const maxOfCompany = REQUESTS_OF_COMPANY * requestsAtOnce;
  const { times, afterMs } = REQUESTS_WHEN_ALONE;
  const whenAlone = { more: times * requestsAtOnce, afterMs };
  const slots = new ClientSlots({ ...SLOTS.requests, maxEach: requestsAtOnce, maxOfCompany, whenAlone });
  const releaseSoon = oncePerTurn(slots);
  const release = (client: Client) => {
    if (client.companyId !== undefined) releaseSoon(client);
    else setTimeout(() => slots.release(client), TIMES.addressPauseMs);
  };
  const admit = (request: FastifyRequest, client: Client, done: (error?: Error) => void) => {
    // A URL that cannot be decoded has no route.
    if (request.routeOptions.config?.hasOwnSlots) {
      slots.notice(client);
      done();
      return;
    }
    const { socket } = request.raw;
    const begin = () => {
      // The client may have gone while its key was looked up or while it waited. Its socket does not say so again.
      if (socket.destroyed) {
        release(client);
        return done(clientGone());
      }
      const leave = () => {
        request.slot = null;
        socket.off('close', leave);
        release(client);
      };
      request.slot = { client, leave };
      // The client may go before there is an answer. An answer that waits for earlier ones of its connection is never closed.
      socket.once('close', leave);
      done();
    };
    // A change may wait for locks and keep a connection to the database meanwhile; a company's share leaves some to the others.
    const isUsual = !isRead(request.method);
    if (slots.tryTake(client, isUsual)) return begin();
    if (socket.destroyed) return done(clientGone());
    let leaveLine: Leave | undefined;
    const stopWaiting = () => leaveLine?.(clientGone());
    socket.once('close', stopWaiting);
    leaveLine = slots.wait(client, {
      isUsual,
      begin: () => {
        socket.off('close', stopWaiting);
        begin();
      },
      refuse: (error) => {
        socket.off('close', stopWaiting);
        // If too many wait, a client that ignores refusals would otherwise get thousands of them a second.
        setTimeout(done, TIMES.busyAfterMs, error as Error);
      },
    });
  };
  return Object.assign(admit, { notice: (client: Client) => slots.notice(client) });
}

/**
 * Gives slots back in the next turn of the event loop, so that the requests of others that have arrived meanwhile come first, and
 * of each company one a turn, unless it is alone. Eight slots that were given back in one turn would otherwise begin eight requests
 * in the next one.
 */
function oncePerTurn(slots: ClientSlots): (client: Client) => void {
  const left = new Map<number | undefined, Client[]>();
  const next = (companyId: number | undefined) => {
    const clients = left.get(companyId) ?? [];
    const [first] = clients;
    const leaving = first && slots.isAlone(first) ? clients.splice(0) : clients.splice(0, 1);
    if (clients.length === 0) left.delete(companyId);
    else setImmediate(next, companyId);
    for (const client of leaving) slots.release(client);
  };
  return (client) => {
    const { companyId } = client;
    const line = left.get(companyId);
    if (line) line.push(client);
    else {
      left.set(companyId, [client]);
      setImmediate(next, companyId);
    }
  };
}

/**
 * A request of a key or a user counts until the operating system has taken its answer: a client that reads none of its answers
 * would otherwise fill the memory with them. A file that is streamed has separate slots, and counts until it begins. So does an
 * answer to an address: many people may share it, and do not wait for the slow ones among them.
 */
export function leaveWhenAnswered(app: FastifyInstance): void {
  app.decorateRequest('slot', null);
  app.addHook('onSend', ({ slot }, _reply, payload, done) => {
    if (slot && (slot.client.companyId === undefined || payload instanceof Readable)) slot.leave();
    done(null, payload);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    request.slot?.leave();
    done();
  });
}
