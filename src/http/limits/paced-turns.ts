import type { FastifyRequest } from 'fastify';
import { type SlotLimits, Slots } from '../../platform/slots.ts';
import { whileConnected } from './while-connected.ts';

/**
 * Strangers may have many network addresses, each below its rate. So their requests for links get turns, with a pause after each:
 * a slot is free again when the pause is over. Requests that wait too long, or are too many, get 503.
 */
export function pacedTurns<Owner extends number | string>(limits: SlotLimits & { pauseMs: number }) {
  const turns = new Slots<Owner>(limits);
  return async (request: FastifyRequest, owner: Owner): Promise<void> => {
    await whileConnected(request.raw.socket, (signal) => turns.take(owner, signal));
    turns.release(owner);
  };
}
