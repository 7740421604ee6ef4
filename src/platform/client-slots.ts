import { begun, type Leave, type SlotLimits, Slots, type Waiting } from './slots.ts';

/** A key, a portal user, a person with a link, or a network address. The company of an address is unknown. */
export interface Client {
  name: string;
  companyId: number | undefined;
}

export interface ClientLimits extends Omit<SlotLimits, 'count' | 'patienceMs'> {
  patienceMs: number;
  maxEach: number;
  maxOfCompany: number;
  /** What a company may have beyond these while it is alone. Without it: nothing. */
  whenAlone?: { more: number; afterMs: number };
}

/**
 * Slots of a client within those of its company. One client leaves slots to its company's others, and a company does not get more
 * by having many clients: an admin may create as many keys as they like.
 *
 * A company is alone if for some time nobody else has asked, and nobody else has a slot or waits for one. It then gets more, until
 * somebody else asks: that request waits once for those that have begun. An address is never alone: it may be many people.
 */
export class ClientSlots {
  readonly #limits: ClientLimits;
  /** Of each company, and of each client without one: of those that have a slot or wait for one. */
  readonly #slots = new Map<number | string, Slots<string>>();
  #waiting = 0;
  #latest: number | string | undefined;
  /** Nobody is alone before. */
  #sharedUntil = 0;
  #alone: Slots<string> | undefined;

  constructor(limits: ClientLimits) {
    this.#limits = limits;
  }

  /** Takes a slot if one is free, without a promise. */
  tryTake(client: Client, isUsual = false): boolean {
    this.notice(client);
    return this.#slotsFor(client).tryTake(client.name, isUsual);
  }

  /** Rejects as `Slots` does. */
  async take(client: Client, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.tryTake(client)) await begun((waiting) => this.wait(client, waiting), signal);
  }

  /** As `take`, without a promise, if no slot is free. */
  wait(client: Client, { begin, refuse, isUsual = false }: Waiting): Leave {
    this.#waiting++;
    const leave = this.#slotsFor(client).wait(client.name, {
      isUsual,
      begin: () => {
        this.#waiting--;
        begin();
      },
      refuse: (error) => {
        this.#waiting--;
        this.#forgetIdle(client);
        refuse(error);
      },
    });
    if (this.#waiting > this.#limits.maxWaiting) this.#refuseNewest();
    return leave;
  }

  release(client: Client): void {
    this.#slots.get(ownerOf(client))?.release(client.name);
    this.#forgetIdle(client);
  }

  /** Tells that a client asks for something else than a slot: nobody else is alone then. */
  notice(client: Client): void {
    const owner = ownerOf(client);
    const others = this.#slots.size - (this.#slots.has(owner) ? 1 : 0);
    if (owner === this.#latest && others === 0) return;
    this.#latest = owner;
    this.#sharedUntil = performance.now() + (this.#limits.whenAlone?.afterMs ?? 0);
    this.#alone?.raise(0);
    this.#alone = undefined;
  }

  isAlone(client: Client): boolean {
    return this.#alone !== undefined && this.#alone === this.#slots.get(ownerOf(client));
  }

  #slotsFor(client: Client): Slots<string> {
    const owner = ownerOf(client);
    let slots = this.#slots.get(owner);
    if (!slots) {
      const { maxEach, maxOfCompany, patienceMs } = this.#limits;
      slots = new Slots({ count: maxOfCompany, maxEach, maxWaiting: Infinity, patienceMs });
      this.#slots.set(owner, slots);
    }
    const { whenAlone } = this.#limits;
    if (!whenAlone || slots === this.#alone || client.companyId === undefined) return slots;
    if (performance.now() >= this.#sharedUntil) {
      slots.raise(whenAlone.more);
      this.#alone = slots;
    }
    return slots;
  }

  #forgetIdle(client: Client): void {
    const owner = ownerOf(client);
    if (this.#slots.get(owner)?.isIdle) this.#slots.delete(owner);
  }

  #refuseNewest(): void {
    let longest: Slots<string> | undefined;
    for (const slots of this.#slots.values()) if (slots.waiting >= (longest?.waiting ?? 0)) longest = slots;
    longest?.refuseNewest();
  }
}

const ownerOf = ({ name, companyId }: Client) => companyId ?? name;
