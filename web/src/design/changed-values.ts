/** The values of `after` that differ from those of `before`. Lists are compared by their items. */
export function changedValues<Values extends object>(
  before: Values,
  after: Partial<Values>,
): Partial<Values> {
  const changed: Partial<Values> = {};
  for (const name in after) if (!isSame(after[name], before[name])) changed[name] = after[name];
  return changed;
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
