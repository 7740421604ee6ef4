import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ESTree, parseAst, Visitor } from 'vite';

const root = join(import.meta.dirname, '../../..');

/** A regular expression as the sources write it. */
export interface Expression {
  /** The file, and the line in it. */
  at: string;
  source: string;
  flags: string;
  /** It is tried at every position of a text, not until the first match. */
  isRepeated: boolean;
}

/** The expressions of a text of code, and what must be looked at by a person because its value is known only at run time. */
export interface Found {
  expressions: Expression[];
  unknown: string[];
}

type Node = ESTree.Node;

/** All files whose expressions may meet a text from outside. Tests and programs for this machine are not among them. */
export function findExpressions(): Found {
  const paths = globSync('{src,client/src,roster-files,texts,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /\.test\.ts$|node_modules|\bdist\b/.test(path),
  });
  const files = paths.sort().map(findIn);
  return {
    expressions: files.flatMap(({ expressions }) => expressions),
    unknown: files.flatMap(({ unknown }) => unknown),
  };
}

function findIn(path: string): Found {
  const found: Found = { expressions: [], unknown: [] };
  const { text, program } = parsed(path);
  const lineOf = (node: Node) => `${path}:${text.slice(0, node.start).split('\n').length}`;
  const add = (node: Node, source: string, flags: string, isRepeated = false) =>
    found.expressions.push({ at: lineOf(node), source, flags, isRepeated: isRepeated || /[gy]/.test(flags) });
  /** Of a value that is not constant, the text as the code has it. */
  const unknown = (node: Node) => found.unknown.push(`${path}: ${text.slice(node.start, node.end)}`);
  const split = new Set<Node>();

  const construct = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    const { callee, arguments: given } = node;
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const [source, flags] = given.map((each) => constantOf(each, path));
    if (source === undefined || (given[1] && flags === undefined)) unknown(node);
    else add(node, source, flags ?? '');
  };
  new Visitor({
    CallExpression(node) {
      const { callee, arguments: given } = node;
      construct(node);
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const [first] = given;
      if (callee.property.name === 'split' && first) split.add(first);
      // These make an expression of a text.
      const isText = first?.type === 'TemplateLiteral' || (first?.type === 'Literal' && !('regex' in first));
      if (['match', 'matchAll'].includes(callee.property.name) && isText) unknown(node);
    },
    NewExpression: construct,
    Literal(node) {
      if ('regex' in node) add(node, node.regex.pattern, node.regex.flags, split.has(node));
    },
    // Patterns of schemas, and those of the inputs of an HR system, which `checkInputs` surrounds.
    Property(node) {
      if (node.key.type !== 'Identifier' || node.key.name !== 'pattern') return;
      if (node.value.type === 'Identifier' && node.shorthand) return;
      const source = constantOf(node.value, path);
      if (source === undefined) return void unknown(node);
      add(node, source, 'u');
      add(node, `^(?:${source})$`, 'u');
    },
  }).visit(program);
  return found;
}

const programs = new Map<string, { text: string; program: ESTree.Program }>();

function parsed(path: string) {
  let file = programs.get(path);
  if (!file) {
    const text = readFileSync(join(root, path), 'utf8');
    file = { text, program: parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) };
    programs.set(path, file);
  }
  return file;
}

/** The text that an expression of the code stands for. Follows constants of the file and those that it imports. */
function constantOf(node: Node, path: string): string | undefined {
  switch (node.type) {
    case 'Literal':
      return 'regex' in node ? node.regex.pattern : typeof node.value === 'string' ? node.value : undefined;
    case 'TemplateLiteral': {
      const parts = node.expressions.map((each) => constantOf(each, path));
      if (parts.includes(undefined)) return undefined;
      return node.quasis.map(({ value }, index) => `${value.cooked}${parts[index] ?? ''}`).join('');
    }
    case 'BinaryExpression': {
      const [left, right] = [constantOf(node.left, path), constantOf(node.right, path)];
      return node.operator === '+' && left !== undefined && right !== undefined ? left + right : undefined;
    }
    case 'MemberExpression': {
      const isPart = node.property.type === 'Identifier' && ['source', 'raw'].includes(node.property.name);
      return isPart ? constantOf(node.object, path) : undefined;
    }
    case 'TaggedTemplateExpression':
      return text(node.tag, path) === 'String.raw' && node.quasi.expressions.length === 0
        ? node.quasi.quasis[0]?.value.raw
        : undefined;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return constantOf(node.expression, path);
    case 'Identifier':
      return constantNamed(node.name, path);
    default:
      return undefined;
  }
}

const text = (node: Node, path: string) => parsed(path).text.slice(node.start, node.end);

function constantNamed(name: string, path: string): string | undefined {
  for (const statement of parsed(path).program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'VariableDeclaration' && declared.kind === 'const')
      for (const { id, init } of declared.declarations)
        if (id.type === 'Identifier' && id.name === name && init) return constantOf(init, path);
    if (statement.type === 'ImportDeclaration')
      for (const specifier of statement.specifiers)
        if (specifier.type === 'ImportSpecifier' && specifier.local.name === name)
          return imported(specifier, statement.source.value, path);
  }
  return undefined;
}

function imported({ imported: { type, ...named } }: ESTree.ImportSpecifier, from: string, path: string) {
  if (type !== 'Identifier' || !('name' in named) || !from.startsWith('.')) return undefined;
  return constantNamed(named.name, join(dirname(path), from));
}
