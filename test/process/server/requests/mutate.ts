import type { Random } from '../../support/random.ts';
import { DEEP, oddValue } from './values.ts';

const NESTED = 20_000;

/** Changes one place of a JSON value: another value, none, one more level, or one more field. */
export function mutate(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return oddValue(random);
  const names = Object.keys(value);
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  if (names.length === 0 || random.chance(0.1)) {
    const name = random.pick(['__proto__', 'constructor', 'id', 'companyId', 'company_id', 'x', '', 'role']);
    // An assignment to `__proto__` would not make a field.
    return Object.defineProperty(copy, name, { value: oddValue(random), enumerable: true });
  }
  const name = random.pick(names);
  if (typeof copy[name] === 'object' && copy[name] !== null && random.chance(0.6))
    copy[name] = mutate(random, copy[name]);
  else if (random.chance(0.15)) delete copy[name];
  else if (random.chance(0.1)) copy[name] = [copy[name]];
  else copy[name] = oddValue(random);
  return copy;
}

/** Writes JSON. Sometimes a name is there twice. */
export function write(random: Random, value: unknown): string {
  let text = JSON.stringify(value) ?? '';
  if (random.chance(0.03)) text = text.replace(/"(\w+)":/, (field, name) => `${field}"other","${name}":`);
  return text.replaceAll(`"${DEEP}"`, '['.repeat(NESTED) + ']'.repeat(NESTED));
}
