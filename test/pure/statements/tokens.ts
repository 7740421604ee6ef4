/** In this order: comments are left out, a string or a number is one token, and so is an operator. */
const TOKEN = new RegExp(
  [
    String.raw`--[^\n]*|/\*[^]*?\*/`,
    String.raw`(?<token>e'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|\$(?<tag>[a-z_]*)\$[^]*?\$\k<tag>\$`,
    String.raw`"(?:[^"]|"")*"|\$\d*|\w+|::|[-<>=!~@#%^&|*+/?]+|[^\s])`,
  ].join('|'),
  'gi',
);

/** The tokens of a statement. Words are in lower case, and quoted names keep their quotes. */
export function tokensOf(statement: string): string[] {
  const tokens: string[] = [];
  for (const { groups } of statement.matchAll(TOKEN)) {
    const token = groups?.['token'];
    if (token !== undefined) tokens.push(/^\w/.test(token) ? token.toLowerCase() : token);
  }
  return tokens;
}

/** For each opening parenthesis the place of the closing one, and the other way round. */
export function matchParentheses(tokens: readonly string[]): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token === '(') open.push(index);
    if (token !== ')') continue;
    const begin = open.pop() ?? 0;
    partners.set(begin, index).set(index, begin);
  }
  return partners;
}

/** Words that end the name of a table, or that are no name of a column. */
const KEYWORDS = new Set(
  `all and any array as asc between by case collate conflict cross current default delete desc distinct do else end except exists
  false fetch filter for from full group having in inner insert intersect into is join lateral left like limit materialized natural
  not null nulls offset on only or order outer over overriding partition recursive returning right select set some stdin stdout
  tablesample then to true union update using values when where window with`.split(/\s+/),
);

/** The name that a token stands for, without quotes. */
export function nameIn(token: string | undefined): string | undefined {
  if (token === undefined) return undefined;
  if (token.startsWith('"')) return token.slice(1, -1);
  return /^[a-z_]/.test(token) && !token.endsWith("'") && !KEYWORDS.has(token) ? token : undefined;
}
