import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientTypes } from './client-types.ts';
import { pageTypes } from './page-types.ts';
import { withApp } from './with-app.ts';

const ROOT = join(import.meta.dirname, '..');

/** Writes the types of the calls from the schemas of the routes: for the portal's pages, the employee's page and the client. */
await withApp((app) => {
  write('client/src/api.ts', clientTypes(app));
  write('web/src/api/routes.ts', pageTypes(app, '/portal/api'));
  write('web/src/me/routes.ts', pageTypes(app, '/me'));
});

/** Leaves an equal file as it is: editors and the type check need not read it again. */
function write(path: string, generated: string): void {
  const file = join(ROOT, path);
  const text = indent(generated);
  if (readOrNothing(file) !== text) writeFileSync(file, text);
}

function readOrNothing(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Indents lines by the braces before them: people read these types in their editors. */
function indent(text: string): string {
  let depth = 0;
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('/')) return '  '.repeat(depth) + line;
    const opened = line.split('{').length - line.split('}').length;
    const shown = '  '.repeat(line.startsWith('}') ? depth - 1 : depth) + line;
    depth += opened;
    return line && shown;
  });
  return lines.join('\n');
}
