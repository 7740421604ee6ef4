/** A company that has work. Work of a lower rank comes first, whatever the company. */
export interface CompanyWithWork {
  companyId: number;
  rank: number;
}

/**
 * The companies that have work, in turn: after one company comes the next one by id, so that a company with 100,000 pieces of
 * work delays nobody else's. How much work a company has is not known here, and does not matter.
 */
export class Turns {
  /** By rank, in ascending order. */
  #ranks = new Map<number, Set<number>>();
  /** The company that had the last turn. */
  #last = 0;

  add({ companyId, rank }: CompanyWithWork): void {
    const companies = this.#ranks.get(rank);
    if (companies) companies.add(companyId);
    else
      this.#ranks = new Map(
        [...this.#ranks, [rank, new Set([companyId])] as const].sort(([a], [b]) => a - b),
      );
  }

  /** The company has no work of this rank. */
  remove({ companyId, rank }: CompanyWithWork): void {
    this.#ranks.get(rank)?.delete(companyId);
  }

  /** Gives the next turn, and says among how many companies it was. */
  next(mayTake: (companyId: number) => boolean): { turn: CompanyWithWork; among: number } | undefined {
    for (const [rank, companies] of this.#ranks) {
      const able = [...companies].filter(mayTake);
      if (able.length === 0) continue;
      const later = able.filter((companyId) => companyId > this.#last);
      const companyId = Math.min(...(later.length > 0 ? later : able));
      this.#last = companyId;
      return { turn: { companyId, rank }, among: able.length };
    }
    return undefined;
  }
}
