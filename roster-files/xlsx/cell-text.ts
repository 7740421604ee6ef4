import type { XlsxLimits } from './limits.ts';
import { UnreadableXlsxError } from './unreadable.ts';
import { decodeText } from './xml.ts';

/** Collects the texts of cells, and bounds them. */
export class CellText {
  readonly #limits: XlsxLimits;
  #characters = 0;
  #shown = 0;
  #text = '';
  isOpen = false;

  constructor(limits: XlsxLimits) {
    this.#limits = limits;
  }

  open(): void {
    this.isOpen = true;
    this.#text = '';
  }

  push(piece: string): void {
    if (!this.isOpen) return;
    const { characters } = this.#limits;
    this.#text += piece;
    this.#characters += piece.length;
    this.requireLength(this.#text);
    if (this.#characters > characters)
      throw new UnreadableXlsxError(`its cells have more than ${characters} characters`);
  }

  /** A cell may have several texts. */
  requireLength(text: string): void {
    const { cellLength } = this.#limits;
    if (text.length > cellLength)
      throw new UnreadableXlsxError(`a cell has more than ${cellLength} characters`);
  }

  /** Returns the text, without references. */
  close(): string {
    this.isOpen = false;
    return decodeText(this.#text);
  }

  /** The value of a cell. A text that is shared counts in each. */
  requireShown(value: string): void {
    this.requireLength(value);
    this.#shown += value.length;
    const { shownCharacters } = this.#limits;
    if (this.#shown > shownCharacters)
      throw new UnreadableXlsxError(`its cells show more than ${shownCharacters} characters`);
  }
}

/** Characters that XML cannot have, such as `_x000D_`. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
