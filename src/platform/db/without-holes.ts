/** A query of postgres.js, as its connections see it. */
interface Query {
  resolve: (result: unknown) => void;
}

/**
 * Removes the holes at the beginning of a query's result. postgres.js 3.4.9 counts the rows of a connection and forgets to
 * begin anew if a statement fails after its first rows, for example because its client went: the next statement's rows then
 * begin behind as many holes (porsager/postgres#1119). `begin` and `rollback` reset the count, so statements of transactions
 * are not affected.
 */
export function withoutHoles<Value>(value: Value): Value {
  if (!isQuery(value)) return value;
  const { resolve } = value;
  value.resolve = (result) => {
    if (Array.isArray(result) && result.length > 0 && !(0 in result)) result.splice(0, countHoles(result));
    resolve(result);
  };
  return value;
}

/** `sql` also makes helpers such as lists of columns. */
function isQuery(value: unknown): value is Query {
  return value instanceof Promise && 'resolve' in value;
}

function countHoles(result: readonly unknown[]): number {
  let index = 0;
  while (index < result.length && !(index in result)) index++;
  return index;
}
