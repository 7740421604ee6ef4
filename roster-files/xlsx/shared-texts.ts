import { CellText, decodeEscapes } from './cell-text.ts';
import type { XlsxLimits } from './limits.ts';
import { partInPieces } from './part.ts';
import { UnreadableXlsxError } from './unreadable.ts';
import type { XmlHandler } from './xml.ts';
import type { Zip } from './zip.ts';

/** Cells refer to these texts by their position. */
export async function readSharedTexts(
  zip: Zip,
  part: string,
  limits: XlsxLimits,
): Promise<readonly string[]> {
  const texts = new SharedTexts(limits);
  for await (const _ of partInPieces(zip, part, texts));
  return texts.all;
}

/** A text is one `t`, or several parts with a format of their own; `rPh` says how it is pronounced. */
class SharedTexts implements XmlHandler {
  readonly all: string[] = [];
  readonly #limits: XlsxLimits;
  readonly #piece: CellText;
  #text = '';
  #isPhonetic = false;

  constructor(limits: XlsxLimits) {
    this.#limits = limits;
    this.#piece = new CellText(limits);
  }

  open(name: string): void {
    if (name === 'si') this.#text = '';
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 't' && !this.#isPhonetic) this.#piece.open();
  }

  text(text: string): void {
    this.#piece.push(text);
  }

  close(name: string): void {
    if (name === 't' && this.#piece.isOpen) this.#text += decodeEscapes(this.#piece.close());
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'si') this.#add();
  }

  #add(): void {
    const { sharedTexts } = this.#limits;
    this.#piece.requireLength(this.#text);
    this.all.push(this.#text);
    if (this.all.length > sharedTexts)
      throw new UnreadableXlsxError(`it has more than ${sharedTexts} shared texts`);
  }
}
