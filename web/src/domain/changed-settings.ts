/** The fields of `after` whose values differ from those in `before`. Lists are compared by their items. */
export function changedSettings<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const changed: Partial<Fields> = {};
  for (const name in after) if (!isSame(after[name], before[name])) changed[name] = after[name];
  return changed;
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
