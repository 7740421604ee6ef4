import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';

// Writes every distinct statement of the process, with the values of its first execution, to a file.
const file = process.env['RECORD_STATEMENTS'];
const seen = new Set<string>();
if (file)
  subscribe('transit:statements', (message) => {
    const { text, values, oids } = message as { text: string; values: unknown[]; oids: unknown[] };
    if (seen.has(text)) return;
    seen.add(text);
    appendFileSync(file, `${JSON.stringify({ text, values, oids, test: process.argv[1] })}\n`);
  });
