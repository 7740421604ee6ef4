const QUOTED = /('(?:[^']|'')*'|"[^"]*")/;

const CASTS = String.raw`text|jsonb|date|integer|smallint|bigint|numeric|datemultirange`;

/** What PostgreSQL prints, and what people write instead. A test proves that it means the same. */
const RULES: [RegExp, string][] = [
  [/\btimestamp with time zone\b/g, 'timestamptz'],
  [/\btimestamp without time zone\b/g, 'timestamp'],
  [new RegExp(String.raw`'(-?\d+)'::(?:integer|smallint|bigint)\b`, 'g'), '$1'],
  [new RegExp(String.raw`('(?:[^']|'')*'|\b\d+)::(?:${CASTS})\b(?:\[\])?`, 'g'), '$1'],
  [/ = any \(array\[([^\]]*)\]\)/g, ' in ($1)'],
  [/([\w.]+(?:\([^()]*\))?) >= (\S+) and \1 <= (?=\S)/g, '$1 between $2 and '],
  [/ ~~ /g, ' like '],
  [/ using btree\b/g, ''],
  [/\b(references \w+)\(/g, '$1 ('],
];

/** A definition of the catalog as people write it. */
export function plainSql(printed: string): string {
  const lower = printed
    .split(QUOTED)
    .map((part, index) => (index % 2 ? part : part.replaceAll(/\s+/g, ' ').toLowerCase()))
    .join('')
    .replaceAll(/\be'((?:[^'\\]|\\\\|'')*)'/g, (_, text: string) => `'${text.replaceAll('\\\\', '\\')}'`);
  return RULES.reduce((text, [pattern, plain]) => text.replaceAll(pattern, plain), lower);
}

/** Breaks a line at spaces outside of quoted texts. */
export function wrap(text: string, indent: string, width = 125): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.match(/(?:'(?:[^']|'')*'|[^\s'])+/g) ?? []) {
    const isFirst = line.trim() === '';
    if (!isFirst && line.length + 1 + word.length > width) {
      lines.push(line);
      line = `${indent}  ${word}`;
    } else line += isFirst ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}
