import { isUtf8 } from 'node:buffer';

/** Further inside, the path would take too long to find. */
const MAX_PATH_BYTES = 128 * 1024;

/** Where in a JSON text the first byte is that is not UTF-8, such as `byte 4711, in data[3].lastName`. It names no value. */
export function placeOfByte(bytes: Buffer): string {
  const byte = validBytes(bytes);
  const path = byte < MAX_PATH_BYTES ? pathTo(bytes.toString('utf8', 0, byte)) : '';
  return `byte ${byte + 1}${path && `, in ${path}`}`;
}

/** Of a character after its first byte. */
const MAX_CONTINUATIONS = 3;

/**
 * How many bytes come before the first one that is not UTF-8. Each step looks at half of what is left: a search for replacement
 * characters took minutes if the text had many itself.
 */
function validBytes(bytes: Buffer): number {
  let [valid, end] = [0, bytes.length];
  while (end - valid > 4 * MAX_CONTINUATIONS) {
    const middle = valid + ((end - valid) >> 1);
    let start = middle;
    while (middle - start < MAX_CONTINUATIONS && isContinuation(bytes[start])) start--;
    if (isUtf8(bytes.subarray(valid, start))) valid = start;
    // If the character goes on at `start`, it has too many bytes.
    else end = isContinuation(bytes[start]) ? middle + 1 : start;
  }
  while (!isUtf8(bytes.subarray(valid, end))) end--;
  return end;
}

const isContinuation = (byte = 0) => (byte & 0xc0) === 0x80;

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
    .slice(0, 20)
    .map(({ isObject, key, index }) => (isObject ? `.${key.slice(0, 50)}` : `[${index}]`))
    .join('')
    .replace(/^\./, '');
}
