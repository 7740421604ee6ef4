import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { AppError, errorCode } from '../errors.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

export function invalid(name: string, problem: string): AppError {
  return new AppError('invalid-configuration', `${name} ${problem}`);
}

export function text(env: Variables, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

export function oneOf<T extends string>(env: Variables, name: string, allowed: readonly T[], fallback: T): T {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const found = allowed.find((candidate) => candidate === value);
  if (!found) throw invalid(name, `must be one of ${allowed.join(', ')}`);
  return found;
}

export function wholeNumber(
  env: Variables,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw invalid(name, `must be a whole number from ${min} to ${max}`);
  return number;
}

export function readFile(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new AppError('invalid-configuration', `${name} cannot be read: ${path}${reasonOf(cause)}`, {
      cause,
    });
  }
}

function reasonOf(cause: unknown): string {
  switch (errorCode(cause)) {
    case 'ENOENT':
      return ' does not exist.';
    case 'EACCES':
      return `. The user ${userInfo().username} may not read it.`;
    case 'EISDIR':
      return ' is a folder.';
    default:
      return '';
  }
}

/** Reads variables that belong together: all are set, or none (undefined). */
export function group<Name extends string>(
  env: Variables,
  names: readonly Name[],
): Record<Name, string> | undefined {
  const values = names.map((name) => [name, text(env, name)] as const);
  const missing = values.filter(([, value]) => value === undefined).map(([name]) => name);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0)
    throw invalid(missing.join(', '), `must be set as well: ${names.join(', ')} belong together`);
  return Object.fromEntries(values) as Record<Name, string>;
}
