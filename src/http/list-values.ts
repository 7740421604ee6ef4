import { MAX_ERRORS_SHOWN, type ValueError } from '../platform/errors.ts';

/** The schema of the values of a list in a query. */
export interface ListItems {
  type?: unknown;
  enum?: unknown;
  minimum?: unknown;
  maximum?: unknown;
}

type Problem = Pick<ValueError, 'code' | 'message'>;

/**
 * Counts the invalid numbers and words of a list, and describes as many as an answer shows, in the words of the schema validator.
 * Texts that are too long are left to the validator: a URL has room for a few only.
 */
export function invalidListValues(
  name: string,
  items: ListItems,
  values: readonly unknown[],
): { shown: ValueError[]; count: number } {
  const problemOf = judgementBy(items);
  const shown: ValueError[] = [];
  let count = 0;
  for (let index = 0; index < values.length; index++) {
    const problem = problemOf(values[index]);
    if (problem && count++ < MAX_ERRORS_SHOWN)
      shown.push({ in: 'query', pointer: `/${name}/${index}`, ...problem });
  }
  return { shown, count };
}

function judgementBy(items: ListItems): (value: unknown) => Problem | undefined {
  if (Array.isArray(items.enum)) {
    const allowed: unknown[] = items.enum;
    const problem = { code: 'not-allowed', message: `must be one of ${allowed.join(', ')}` };
    return (value) => (allowed.includes(value) ? undefined : problem);
  }
  if (items.type !== 'integer') return () => undefined;
  const { minimum = -Infinity, maximum = Infinity } = items as { minimum?: number; maximum?: number };
  const wrongType = { code: 'wrong-type', message: 'must be integer' };
  const tooSmall = { code: 'too-small', message: `must be >= ${minimum}` };
  const tooLarge = { code: 'too-large', message: `must be <= ${maximum}` };
  return (value) => {
    if (typeof value !== 'number') return wrongType;
    if (value < minimum) return tooSmall;
    return value > maximum ? tooLarge : undefined;
  };
}
