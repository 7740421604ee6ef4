const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The checksum of files in a ZIP file. Browsers have none. */
export class Crc32 {
  #value = -1;

  push(bytes: Uint8Array): void {
    let value = this.#value;
    for (let at = 0; at < bytes.length; at++)
      value = (value >>> 8) ^ (TABLE[(value ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
    this.#value = value;
  }

  end(): number {
    return ~this.#value >>> 0;
  }
}
