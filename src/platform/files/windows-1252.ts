const BYTES = new Map<string, number>();
const decoder = new TextDecoder('windows-1252');
for (let byte = 0; byte < 256; byte++) BYTES.set(decoder.decode(Uint8Array.of(byte)), byte);

/** Undefined if the encoding lacks a character of the text. */
export function toWindows1252(text: string): Buffer | undefined {
  const bytes = Buffer.alloc(text.length);
  let length = 0;
  for (const character of text) {
    const byte = BYTES.get(character);
    if (byte === undefined) return undefined;
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}
