export type Encoding = 'utf-8' | 'utf-16le' | 'windows-1252';

/**
 * Finds out how a text is encoded: in UTF-8; in UTF-16, as Excel's "Unicode text"; or else in Windows-1252, in which Excel on
 * German Windows saves CSV files. All bytes must be seen, because the first umlaut may be the last byte.
 */
export class EncodingDetector {
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  #isUtf16: boolean | undefined;
  #isUtf8 = true;

  push(bytes: Uint8Array): void {
    this.#isUtf16 ??= bytes[0] === 0xff && bytes[1] === 0xfe;
    this.#check(() => this.#utf8.decode(bytes, { stream: true }));
  }

  end(): Encoding {
    this.#check(() => this.#utf8.decode());
    if (this.#isUtf16) return 'utf-16le';
    return this.#isUtf8 ? 'utf-8' : 'windows-1252';
  }

  #check(decode: () => unknown): void {
    if (!this.#isUtf8) return;
    try {
      decode();
    } catch {
      this.#isUtf8 = false;
    }
  }
}

/** Decodes a whole file. The decoder removes a byte order mark. */
export function decode(bytes: ArrayBuffer | Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

export function encodingOf(bytes: ArrayBuffer | Uint8Array): Encoding {
  const detector = new EncodingDetector();
  detector.push(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
  return detector.end();
}
