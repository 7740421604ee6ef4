import { isUtf8 } from 'node:buffer';

const WINDOW_BYTES = 1024 * 1024;

/** Where in a JSON text the first byte is that is not UTF-8, such as `byte 4711, in data[3].lastName`. It names no value. */
export function placeOfByte(bytes: Buffer): string {
  let from = 0;
  for (;;) {
    const to = characterStart(bytes, from + WINDOW_BYTES);
    if (to >= bytes.length || !isUtf8(bytes.subarray(from, to))) break;
    from = to;
  }
  const text = bytes.toString('utf8', from, from + WINDOW_BYTES);
  let at = -1;
  let byte = from;
  do {
    byte = from + Buffer.byteLength(text.slice(0, text.indexOf('\uFFFD', at + 1)));
    at = text.indexOf('\uFFFD', at + 1);
    // It may be in the text itself.
  } while (at !== -1 && bytes.subarray(byte, byte + 3).equals(REPLACEMENT));
  const path = from === 0 ? pathTo(text.slice(0, at)) : '';
  return `byte ${byte + 1}${path && `, in ${path}`}`;
}

const REPLACEMENT = Buffer.from('\uFFFD');

function characterStart(bytes: Buffer, at: number): number {
  let start = at;
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}

interface Level {
  isObject: boolean;
  key: string;
  index: number;
}

/** Of the value that the text ends in. */
function pathTo(text: string): string {
  const levels: Level[] = [];
  let string = '';
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\],:]/gs)) {
    const top = levels.at(-1);
    if (token === '{' || token === '[') levels.push({ isObject: token === '{', key: '', index: 0 });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ':' && top) top.key = string;
    else if (token === ',' && top) top.index++;
    else string = token.slice(1, -1);
  }
  return levels
    .map(({ isObject, key, index }) => (isObject ? `.${key.slice(0, 50)}` : `[${index}]`))
    .slice(0, 20)
    .join('')
    .replace(/^\./, '');
}
