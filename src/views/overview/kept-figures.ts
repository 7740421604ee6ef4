interface Kept<Figures> {
  mark: string;
  figures: Promise<Figures>;
  /** Undefined until the figures have been read. */
  until?: number;
}

/** Companies whose figures are kept at the same time. */
const MAX_COMPANIES = 1_000;

/**
 * Keeps figures of a company for a few seconds: open pages ask for them again and again, and counting a large company
 * takes long. Requests that arrive while the figures are read share one reading. The mark is read anew for every
 * request; another mark means that the company has changed, and the figures are read again.
 */
export class KeptFigures<Figures> {
  readonly #kept = new Map<number, Kept<Figures>>();
  readonly #keepMs: number;

  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  async read(companyId: number, mark: string, readAnew: () => Promise<Figures>): Promise<Figures> {
    const known = this.#kept.get(companyId);
    if (known?.mark === mark && performance.now() < (known.until ?? Number.POSITIVE_INFINITY))
      return await known.figures;
    const kept: Kept<Figures> = { mark, figures: readAnew() };
    this.#keep(companyId, kept);
    try {
      const figures = await kept.figures;
      kept.until = performance.now() + this.#keepMs;
      return figures;
    } catch (error) {
      if (this.#kept.get(companyId) === kept) this.#kept.delete(companyId);
      throw error;
    }
  }

  #keep(companyId: number, kept: Kept<Figures>): void {
    // Deleted first, so that the company moves to the end: the first one is the one read least recently.
    this.#kept.delete(companyId);
    this.#kept.set(companyId, kept);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > MAX_COMPANIES) this.#kept.delete(oldest);
  }
}
