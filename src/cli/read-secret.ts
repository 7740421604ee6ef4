import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { AppError } from '../platform/errors.ts';

/**
 * Reads a secret from a file, or from standard input for `-`. No option has the secret itself: other users of the machine see the
 * arguments of a command.
 */
export async function readSecret(what: string, file: string, stdin: Readable): Promise<string> {
  const secret = (file === '-' ? await readText(stdin) : readSecretFile(what, file)).trim();
  if (secret === '') throw new AppError('invalid-values', `The ${what} is empty.`);
  return secret;
}

function readSecretFile(what: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AppError('invalid-values', `The file with the ${what} cannot be read: ${file}`, { cause });
  }
}
