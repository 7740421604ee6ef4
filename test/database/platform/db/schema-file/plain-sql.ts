const QUOTED = /('(?:[^']|'')*'|"[^"]*")/;

const CASTS = 'text|jsonb|date|timestamptz|integer|smallint|bigint|numeric|datemultirange';

/** What PostgreSQL prints, and what people write instead. A test proves that it means the same. */
const RULES: [RegExp, string][] = [
  [/\btimestamp with time zone\b/g, 'timestamptz'],
  [/\btimestamp without time zone\b/g, 'timestamp'],
  [/'(-?\d+)'::(?:integer|smallint|bigint)\b/g, '$1'],
  [new RegExp(String.raw`('(?:[^']|'')*'|\b\d+)::(?:${CASTS})\b(?:\[\])?`, 'g'), '$1'],
  [/ = any \(array\[([^\]]*)\]\)/g, ' in ($1)'],
  [/ <> all \(array\[([^\]]*)\]\)/g, ' not in ($1)'],
  [/ else null::\w+ end\b/g, ' end'],
  [/"position"/g, 'position'],
  [/([\w.]+(?:\([^()]*\))?) >= (\S+) and \1 <= (?=\S)/g, '$1 between $2 and '],
  [/ ~~ /g, ' like '],
  [/ using btree\b/g, ''],
  [/\b(references \w+)\(/g, '$1 ('],
];

/** A definition of the catalog as people write it. */
export function plainSql(printed: string): string {
  const lower = printed
    .split(QUOTED)
    .map((part, index) =>
      index % 2 ? part : part.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').toLowerCase(),
    )
    .join('')
    .replaceAll(/\be'((?:[^'\\]|\\\\|'')*)'/g, (_, text: string) => `'${text.replaceAll('\\\\', '\\')}'`);
  return RULES.reduce((text, [pattern, plain]) => text.replaceAll(pattern, plain), lower.trim());
}

const WIDTH = 125;
const CLAUSES = ['check', 'generated', 'references', 'where'];

/** Breaks a long line before its clauses, and at spaces outside of quoted texts. */
export function wrap(text: string, indent: string): string {
  const isLong = indent.length + text.length > WIDTH;
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(/(?:'(?:[^']|'')*'|[^\s'])+/g) ?? []) {
    const isBroken = line.length + 1 + word.length > WIDTH || (isLong && CLAUSES.includes(word));
    if (line !== '' && !isBroken) line += ` ${word}`;
    else {
      if (line !== '') lines.push(line);
      line = lines.length > 0 ? `${indent}  ${word}` : indent + word;
    }
  }
  return [...lines, line].join('\n');
}
