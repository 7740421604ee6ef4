import { parseSync } from 'vite';

export interface Mutation {
  file: string;
  line: number;
  kind: string;
  start: number;
  end: number;
  /** What stands there, and what the mutant has instead. */
  before: string;
  after: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [name: string]: unknown;
}

const OPERATORS: Record<string, string> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '&&': '||', '||': '&&' },
};

/** Changes of SQL. Each match of a pattern is a mutant. No test meets a bound at the present moment exactly. */
const IN_SQL: [kind: string, pattern: RegExp, replacement: string][] = [
  ['sql: bound', / < (?!now\(\))/g, ' <= '],
  ['sql: bound', / <= (?!now\(\))/g, ' < '],
  ['sql: bound', / > (?!now\(\))/g, ' >= '],
  ['sql: bound', / >= (?!now\(\))/g, ' > '],
  ['sql: bound', / <> /g, ' = '],
  ['sql: and/or', /\band\b(?! \$?\d)/g, 'or'],
  ['sql: and/or', /\bor\b/g, 'and'],
  ['sql: null', /\bis not null\b/g, 'is null'],
  ['sql: null', /\bis null\b/g, 'is not null'],
  ['sql: not', /\bnot (?=exists|\w+\.\w+)/g, ''],
  ['sql: first/last', /\bmin\(/g, 'max('],
  ['sql: first/last', /\bmax\(/g, 'min('],
  ['sql: first/last', /\bdesc\b/g, 'asc'],
  ['sql: sum', / - (?=\w)/g, ' + '],
  ['sql: sum', / \+ (?=\w)/g, ' - '],
  ['sql: join', /\bleft join\b/g, 'join'],
  ['sql: constant', /(?<=[ (])[1-9]\d*(?=[ ),])/g, '0'],
];
/** A condition about the company, up to its value, which follows the text. */
const COMPANY = /\b(?:\w+\.)?company_id = $/;

/** Finds everything in a file that a mutant can change. Types, names and messages stay as they are. */
export function findMutations(file: string, code: string): Mutation[] {
  const found: Mutation[] = [];
  const add = (kind: string, { start, end }: Pick<Node, 'start' | 'end'>, after: string) => {
    const before = code.slice(start, end);
    if (before === after) return;
    const line = code.slice(0, start).split('\n').length;
    found.push({ file, line, kind, start, end, before, after });
  };
  const text = ({ start, end }: Node) => code.slice(start, end);

  const visit = (node: Node): void => {
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression': {
        const [left, right] = [node['left'] as Node, node['right'] as Node];
        const after = OPERATORS[String(node['operator'])];
        if (after) add('operator', node, `${text(left)} ${after} ${text(right)}`);
        else if (node['operator'] === '??') add('default left out', node, text(left));
        break;
      }
      case 'ConditionalExpression':
      case 'IfStatement': {
        const test = node['test'] as Node;
        add('condition', test, `!(${text(test)})`);
        break;
      }
      case 'UnaryExpression':
        if (node['operator'] === '!') add('condition', node, text(node['argument'] as Node));
        break;
      case 'Literal':
        if (typeof node['value'] === 'number') add('constant', node, String(node['value'] + 1));
        if (typeof node['value'] === 'boolean') add('constant', node, String(!node['value']));
        break;
      case 'ExpressionStatement': {
        const { type } = node['expression'] as Node;
        if (type === 'CallExpression' || type === 'AwaitExpression') add('call left out', node, ';');
        break;
      }
      case 'ReturnStatement':
        if (node['argument']) add('result left out', node, 'return;');
        break;
      case 'TaggedTemplateExpression':
        addSql(node['quasi'] as Node);
        break;
      default:
        if (node.type.startsWith('TS') && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return;
    }
    if (node.type === 'ImportDeclaration') return;
    for (const value of Object.values(node))
      for (const child of [value].flat()) if (isNode(child)) visit(child);
  };

  function addSql({ quasis, expressions }: Node): void {
    const values = expressions as Node[];
    for (const [index, quasi] of (quasis as Node[]).entries()) {
      // Without the backticks and braces around it.
      const sql = text(quasi).replace(/^[`}]|(\$\{|`)$/g, (edge) => ' '.repeat(edge.length));
      for (const [kind, pattern, replacement] of IN_SQL)
        for (const match of sql.matchAll(pattern)) {
          const start = quasi.start + match.index;
          add(kind, { start, end: start + match[0].length }, replacement);
        }
      const company = COMPANY.exec(sql.trimEnd());
      const value = values[index];
      // `company_id = ${…}` becomes `true`.
      if (company && value)
        add('sql: company left out', { start: quasi.start + company.index, end: value.end + 1 }, 'true');
    }
  }

  visit(parseSync(file, code).program as unknown as Node);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
