import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '../platform/errors.ts';

/**
 * Reads a secret from a file, or from standard input for `-`. No option has the secret itself: other users of the machine see the
 * arguments of a command.
 */
export async function readSecret(what: string, file: string, stdin: Readable): Promise<string> {
  const bytes = file === '-' ? await buffer(stdin) : readSecretFile(what, file);
  if (!isUtf8(bytes)) throw new AppError('invalid-values', `The ${what} is not in UTF-8.`);
  const secret = bytes.toString('utf8').trim();
  if (secret === '') throw new AppError('invalid-values', `The ${what} is empty.`);
  return secret;
}

function readSecretFile(what: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new AppError('invalid-values', `The file with the ${what} cannot be read: ${file}`, { cause });
  }
}
