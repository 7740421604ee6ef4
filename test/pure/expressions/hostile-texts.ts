import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** How a long text is made: a beginning, a part that repeats, and an end. */
export interface Recipe {
  before: string;
  part: string;
  after: string;
}

export function textOf({ before, part, after }: Recipe, length: number): string {
  const repeated = part.repeat(Math.ceil(length / part.length));
  return `${before}${repeated.slice(0, Math.max(0, length - before.length - after.length))}${after}`;
}

/** Letters of which every expression is tried with long texts. */
const USUAL = ['a', 'A', '0', ' ', '\n', '\t', '!', '.', '-', '_', '/', '@', '"', "'", '<', '(', 'ä', '漢'];
const UNUSUAL = [
  '\r',
  ',',
  ';',
  ':',
  '=',
  '+',
  '*',
  '#',
  '`',
  '|',
  '\\',
  '[',
  ']',
  '{',
  '}',
  '>',
  ')',
  '?',
  '&',
  '\u00a0',
  '\u0301',
  '\u0000',
  '😀',
];
/** What hardly any expression expects. */
const MISMATCH = '\u0000\u0001';
const MOST_LETTERS = 9;
const MOST_SAMPLES = 12;

/**
 * The texts that would make this expression slow: one letter, two letters in turn, and what the expression itself and its parts match,
 * each from the start and behind what must come first, each with and without an end that does not match.
 */
export function hostileTexts(source: string, flags: string): Recipe[] {
  const sets = flags.includes('v');
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: sets,
  });
  const own = lettersOf(pattern, flags);
  const letters = [...new Set([...own, ...USUAL])];
  const few = own.slice(0, MOST_LETTERS);
  const pairs = few.flatMap((a, index) => few.slice(index + 1).map((b) => a + b));
  const { parts, beginnings } = partsOf(pattern, flags);
  const repeated = new Set([
    ...letters,
    ...UNUSUAL,
    ...pairs,
    ...USUAL.map((letter) => `a${letter}`),
    ...parts,
  ]);
  const recipes: Recipe[] = [];
  for (const part of repeated)
    for (const before of beginnings)
      for (const after of ['', MISMATCH]) if (part !== '') recipes.push({ before, part, after });
  return recipes;
}

/** For each place of the expression that takes one letter, up to two that it takes there. */
function lettersOf(pattern: AST.Pattern, flags: string): string[] {
  const letters = new Set<string>();
  const see = (node: AST.Element) => {
    for (const letter of takenBy(node, flags, 2)) letters.add(letter);
  };
  visitRegExpAST(pattern, {
    onCharacterEnter: see,
    onCharacterSetEnter: (node) => {
      if (node.parent.type !== 'CharacterClass') see(node as AST.Element);
    },
    onCharacterClassEnter: (node) => {
      if (node.parent.type !== 'CharacterClass') see(node as AST.Element);
    },
  });
  return [...letters];
}

function takenBy(node: AST.Element, flags: string, most: number): string[] {
  if (node.type === 'Character') return [String.fromCodePoint(node.value)];
  const own: string[] = [];
  visitRegExpAST(node, { onCharacterEnter: ({ value }) => own.push(String.fromCodePoint(value)) });
  const only = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ''));
  return [...new Set([...USUAL, ...own, ...UNUSUAL, '\u202e', '\ud800'])]
    .filter((letter) => only.test(letter))
    .slice(0, most);
}

/** Texts that the expression and its parts match, and for each repetition a text that leads to it. */
function partsOf(pattern: AST.Pattern, flags: string): { parts: string[]; beginnings: string[] } {
  const parts = new Set<string>();
  const beginnings = new Set(['']);
  const ofAll = (alternatives: readonly AST.Alternative[]) =>
    alternatives.flatMap((each) => samples(each.elements)).slice(0, MOST_SAMPLES);

  function samples(elements: readonly AST.Element[]): string[] {
    let found = [''];
    for (const element of elements) {
      const next = samplesOf(element);
      found = found.flatMap((start) => next.map((end) => start + end)).slice(0, MOST_SAMPLES);
    }
    return found;
  }

  function samplesOf(element: AST.Element): string[] {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        return ofAll(element.alternatives);
      case 'Quantifier': {
        const each = samplesOf(element.element);
        return each.map((sample) => sample.repeat(Math.max(1, Math.min(element.min, 20))));
      }
      case 'Assertion':
      case 'Backreference':
        return [''];
      default:
        return takenBy(element as AST.Element, flags, 1);
    }
  }

  /** What comes before the node within all that contains it. */
  function beginningOf(node: AST.Node): string {
    const { parent } = node;
    if (!parent) return '';
    if (parent.type !== 'Alternative') return beginningOf(parent);
    const before = parent.elements.slice(0, parent.elements.indexOf(node as AST.Element));
    return beginningOf(parent) + (samples(before)[0] ?? '');
  }

  for (const sample of ofAll(pattern.alternatives)) parts.add(sample);
  visitRegExpAST(pattern, {
    onQuantifierEnter: (node) => {
      for (const sample of samplesOf(node.element)) parts.add(sample);
      if (node.max > 10) beginnings.add(beginningOf(node));
    },
    onGroupEnter: (node) => {
      for (const sample of ofAll(node.alternatives)) parts.add(sample);
    },
    onCapturingGroupEnter: (node) => {
      for (const sample of ofAll(node.alternatives)) parts.add(sample);
    },
  });
  return { parts: [...parts], beginnings: [...beginnings].slice(0, 5) };
}
