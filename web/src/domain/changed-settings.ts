/** The fields of `after` whose values differ from those in `before`. */
export function changedSettings<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const changed: Partial<Fields> = {};
  for (const name in after) if (after[name] !== before[name]) changed[name] = after[name];
  return changed;
}
