import { damaged } from './unreadable.ts';
import { type XmlHandler, XmlReader } from './xml.ts';
import type { Zip } from './zip.ts';

/** Of a part other than the sheet and its texts. Those of large workbooks have some megabytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Reads a part as a whole. */
export async function readPart(zip: Zip, name: string, handler: XmlHandler): Promise<void> {
  for await (const _ of partInPieces(zip, name, handler, MAX_BYTES));
}

/** Reads a part piece by piece. It yields after each piece. */
export async function* partInPieces(
  zip: Zip,
  name: string,
  handler: XmlHandler,
  maxBytes?: number,
): AsyncGenerator<void> {
  const reader = new XmlReader(handler);
  let decoder: Decoder | undefined;
  for await (const bytes of zip.read(name, maxBytes)) {
    decoder ??= new TextDecoder(encodingOf(bytes, name), { fatal: true });
    reader.push(decode(decoder, name, bytes));
    yield;
  }
  if (decoder) reader.push(decode(decoder, name));
  reader.end();
}

/** Browsers and Node have it under different types. */
type Decoder = InstanceType<typeof TextDecoder>;

function decode(decoder: Decoder, name: string, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch (cause) {
    throw damaged(`${name} is not in UTF-8`, cause);
  }
}

/** Workbooks are in UTF-8, or in UTF-16 with a byte order mark. Others would lose their umlauts. */
function encodingOf(bytes: Uint8Array, name: string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  const [, declared = 'utf-8'] =
    /^(?:\xEF\xBB\xBF)?<\?xml[^>]{0,150}?encoding=["']([\w-]{1,40})/.exec(start) ?? [];
  if (/^(?:utf-?8|us-ascii)$/i.test(declared)) return 'utf-8';
  throw damaged(`${name} is in ${declared}, not in UTF-8`);
}
