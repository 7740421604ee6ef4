import { ByteBudget } from '../../platform/byte-budget.ts';
import { BYTES } from '../../platform/limits.ts';

/** Chunks are copied into blocks of this size: a body that arrives byte by byte needs no more memory than another. */
const BLOCK = 65_536;

/** The memory of a node for bodies that are kept until it is known whether they have to be read. */
export class KeptBodies {
  readonly #memory = new ByteBudget<'node'>(BYTES.keptBodies);

  /** For a body of at most this many bytes; undefined if that is too large to be kept. */
  keep(maxBytes: number): KeptBody | undefined {
    return maxBytes > BYTES.keptBodies.maxBody ? undefined : new KeptBody(this, maxBytes);
  }

  /** Memory is taken as a body arrives, so a slow sender holds no more than it has sent. */
  takeBlock(): Buffer | undefined {
    return this.#memory.take('node', BLOCK) ? Buffer.allocUnsafeSlow(BLOCK) : undefined;
  }

  giveBack(blocks: number): void {
    this.#memory.giveBack('node', blocks * BLOCK);
  }
}

export class KeptBody {
  readonly #memory: KeptBodies;
  readonly #maxBytes: number;
  readonly #blocks: Buffer[] = [];
  #bytes = 0;

  constructor(memory: KeptBodies, maxBytes: number) {
    this.#memory = memory;
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** False if the chunk does not fit. Nothing of it is kept then. */
  add(chunk: Buffer): boolean {
    const bytes = this.#bytes + chunk.length;
    if (bytes > this.#maxBytes) return false;
    while (this.#blocks.length * BLOCK < bytes) {
      const block = this.#memory.takeBlock();
      if (!block) return false;
      this.#blocks.push(block);
    }
    for (let at = 0; at < chunk.length; ) {
      const used = this.#bytes % BLOCK;
      const piece = chunk.subarray(at, at + BLOCK - used);
      this.#blocks[Math.floor(this.#bytes / BLOCK)]?.set(piece, used);
      this.#bytes += piece.length;
      at += piece.length;
    }
    return true;
  }

  /** The bytes from one offset to another, in pieces. */
  *slice(from = 0, to = this.#bytes): Generator<Buffer> {
    for (let block = Math.floor(from / BLOCK); block * BLOCK < to; block++) {
      const begin = block * BLOCK;
      const piece = this.#blocks[block]?.subarray(Math.max(from - begin, 0), Math.min(to - begin, BLOCK));
      if (piece && piece.length > 0) yield piece;
    }
  }

  release(): void {
    this.#memory.giveBack(this.#blocks.length);
    this.#blocks.length = 0;
    this.#bytes = 0;
  }
}
