/** Remembers on which line of the file each entry begins: four bytes an entry. */
export class LineNumbers {
  #lines = new Uint32Array(1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(line: number): void {
    if (this.#count === this.#lines.length) {
      const larger = new Uint32Array(2 * this.#lines.length);
      larger.set(this.#lines);
      this.#lines = larger;
    }
    this.#lines[this.#count++] = line;
  }

  of(position: number): number | undefined {
    return position < this.#count ? this.#lines[position] : undefined;
  }

  clear(): void {
    this.#count = 0;
  }
}
