import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Writes every distinct statement of the process to a file, with the values of its first execution and the line of the source
// that made it.
const file = process.env['RECORD_STATEMENTS'];
const root = join(import.meta.dirname, '..');
const seen = new Set<string>();

if (file) {
  const { Query } = await import(pathToFileURL(join(root, 'node_modules/postgres/src/query.js')).href);
  let origin = '';
  // The driver gives the text to the query just before it tells its subscriber.
  Object.defineProperty(Query.prototype, 'string', {
    configurable: true,
    set(text: string) {
      origin = this.origin;
      Object.defineProperty(this, 'string', {
        value: text,
        writable: true,
        configurable: true,
        enumerable: true,
      });
    },
  });
  subscribe('transit:statements', (message) => {
    const { text, values } = message as { text: string; values: unknown[] };
    if (seen.has(text)) return;
    seen.add(text);
    appendFileSync(file, `${JSON.stringify({ text, values, by: lineOf(origin) })}\n`);
  });
}

/** The first line of the stack that is neither the driver's nor the pool's. */
function lineOf(stack: string): string | undefined {
  const lines = [...stack.matchAll(/(?:file:\/\/)?(\/[^\s():]+):(\d+):\d+/g)];
  const own = lines.find(
    ([, path = '']) =>
      path.startsWith(root) &&
      !path.includes('/node_modules/') &&
      !path.endsWith('/src/platform/db/renewable-pool.ts'),
  );
  return own && `${own[1]?.slice(root.length + 1)}:${own[2]}`;
}
