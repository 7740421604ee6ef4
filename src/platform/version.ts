import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };

export const version = packageJson.version;

const ROOT = join(import.meta.dirname, '../..');

/**
 * The commit that the program was installed from, if it is known: from the file COMMIT, which an image has instead of the
 * history, or from the checkout. Read from the files: git refuses a checkout that belongs to another user.
 */
export function commit(root = ROOT): string | undefined {
  const head = readText(join(root, 'COMMIT')) ?? readText(join(root, '.git/HEAD'));
  const name = /^ref: (?<name>\S+)$/.exec(head ?? '')?.groups?.['name'];
  const hash = name === undefined ? head : (readText(join(root, '.git', name)) ?? packed(root, name));
  return hash !== undefined && /^[0-9a-f]{7,64}$/.test(hash) ? hash.slice(0, 12) : undefined;
}

/** Git keeps rarely changed references in one file, as lines of `hash name`. */
function packed(root: string, name: string): string | undefined {
  const lines = readText(join(root, '.git/packed-refs'))?.split('\n') ?? [];
  return lines.find((line) => line.endsWith(` ${name}`))?.split(' ')[0];
}

function readText(file: string): string | undefined {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  } catch {
    return undefined;
  }
}
