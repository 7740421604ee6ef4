import { similarName } from '../similar-name.ts';
import { text, type Variables } from './variables.ts';

/** A variable that nothing reads, and the one that is probably meant. */
export interface MisspeltVariable {
  readonly given: string;
  readonly meant: string;
}

/** Read only in some cases, by a command, by Node or by `transit push`. */
const READ_ELSEWHERE = [
  'APPLE_PASS_KEY_PASSPHRASE',
  'BACKUP_PASSPHRASE',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'TRANSIT_PASSWORD',
  'TRANSIT_URL',
  'TRANSIT_USERNAME',
];
/** Shorter names, such as HOST, resemble variables of other programs. */
const MIN_LENGTH = 7;

/** Remembers which variables are read through it. */
export function recordReads(env: Variables): { env: Variables; read: ReadonlySet<string> } {
  const read = new Set<string>();
  const recording = new Proxy(env, {
    get(target, name) {
      if (typeof name === 'string') read.add(name);
      return Reflect.get(target, name);
    },
  });
  return { env: recording, read };
}

/** Looks only for names that resemble one of ours. The rest of the environment is none of our business. */
export function misspeltVariables(env: Variables, read: ReadonlySet<string>): readonly MisspeltVariable[] {
  const known = new Set([...read, ...READ_ELSEWHERE]);
  const likely = [...known].filter((name) => name.length >= MIN_LENGTH);
  return Object.keys(env).flatMap((given) => {
    if (known.has(given) || text(env, given) === undefined) return [];
    const meant = similarName(given, likely);
    return meant === undefined ? [] : [{ given, meant }];
  });
}

export function describeMisspelt({ given, meant }: MisspeltVariable): string {
  return `${given} is set, but the service has no such variable. Did you mean ${meant}?`;
}
