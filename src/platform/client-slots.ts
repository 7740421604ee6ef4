import { type SlotLimits, Slots } from './slots.ts';

/** A key, a portal user, a person with a link, or a network address. The company of an address is unknown. */
export interface Client {
  name: string;
  companyId: number | undefined;
}

/**
 * Slots of a client within those of its company. One client leaves slots to its company's others, and a company does not get more
 * by having many clients: an admin may create as many keys as they like.
 */
export class ClientSlots {
  readonly #clients: Slots<string>;
  readonly #companies: Slots;
  readonly #patienceMs: number;

  constructor({ maxEach, maxOfCompany, ...limits }: ClientLimits) {
    this.#patienceMs = limits.patienceMs;
    this.#clients = new Slots<string>({ count: Infinity, maxEach, ...limits });
    this.#companies = new Slots({ count: Infinity, maxEach: maxOfCompany, ...limits });
  }

  /** Takes a slot if one is free, without a promise. */
  tryTake({ name, companyId }: Client): boolean {
    if (!this.#clients.tryTake(name)) return false;
    if (companyId === undefined || this.#companies.tryTake(companyId)) return true;
    this.#clients.release(name);
    return false;
  }

  /** Rejects as `Slots` does. The longest wait is for both slots together. */
  async take({ name, companyId }: Client, signal: AbortSignal): Promise<void> {
    const begin = performance.now();
    await this.#clients.take(name, signal);
    if (companyId === undefined) return;
    try {
      await this.#companies.take(companyId, signal, this.#patienceMs - (performance.now() - begin));
    } catch (error) {
      this.#clients.release(name);
      throw error;
    }
  }

  release({ name, companyId }: Client): void {
    if (companyId !== undefined) this.#companies.release(companyId);
    this.#clients.release(name);
  }
}

interface ClientLimits extends Omit<SlotLimits, 'count'> {
  patienceMs: number;
  maxEach: number;
  maxOfCompany: number;
}
