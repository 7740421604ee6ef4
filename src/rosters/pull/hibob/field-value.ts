import { optionalTextIn } from '../read-answer.ts';
import type { Employee } from './session.ts';

/**
 * The value of a field such as `work.startDate`. HiBob nests fields by category, those of `root` at the top, or writes them with
 * slashes: `"/work/startDate": {"value": …}`. Undefined: the answer does not have the field.
 */
function find(employee: Employee, field: string): unknown {
  const slashed = employee[`/${field.replaceAll('.', '/')}`];
  if (slashed !== undefined) return isObject(slashed) ? slashed['value'] : slashed;
  const path = field.split('.');
  const inPath = (names: readonly string[]) =>
    names.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), employee);
  return inPath(path) ?? (path[0] === 'root' ? inPath(path.slice(1)) : inPath(path));
}

export const hasValueOf = (employee: Employee, field: string) => find(employee, field) !== undefined;

export function fieldValue(employee: Employee, field: string): string | null {
  return optionalTextIn(find(employee, field), field);
}

/** The name of an item of a list, if HiBob has added it; otherwise the value. */
export function nameOf(employee: Employee, field: string): string | null {
  const { humanReadable } = employee;
  const name = isObject(humanReadable) ? find(humanReadable, field) : undefined;
  return typeof name === 'string' && name.trim() !== '' ? name : fieldValue(employee, field);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
