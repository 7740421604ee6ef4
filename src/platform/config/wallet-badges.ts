import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '../../../texts/language.ts';
import { invalid, readFile, text, type Variables } from './variables.ts';

export const WALLETS = ['apple', 'google'] as const;
type Wallet = (typeof WALLETS)[number];

/** The vendors' artwork for their buttons, in both languages of the page. Undefined: the button is worded. */
export type WalletBadges = Readonly<Partial<Record<Wallet, Readonly<Record<Language, Buffer>>>>>;

const NAME = 'WALLET_BADGES_DIR';
/** The vendors' files have some 20 KB. */
const MAX_SIZE_BYTES = 256 * 1024;

/** Reads `apple-de.svg`, `apple-en.svg`, `google-de.svg` and `google-en.svg`: both files of a wallet, or none. */
export function walletBadges(env: Variables): WalletBadges {
  const folder = text(env, NAME);
  if (folder === undefined) return {};
  const present = filesOf(folder);
  const badges = WALLETS.flatMap((wallet) => {
    const names = LANGUAGES.map((language) => `${wallet}-${language}.svg`);
    const missing = names.filter((name) => !present.includes(name));
    if (missing.length === names.length) return [];
    if (missing.length > 0) throw invalid(NAME, `must contain ${missing.join(', ')} as well: ${folder}`);
    const files = LANGUAGES.map((language, at) => [language, readBadge(join(folder, names[at] ?? ''))]);
    return [[wallet, Object.freeze(Object.fromEntries(files))] as const];
  });
  if (badges.length === 0)
    throw invalid(
      NAME,
      `must contain apple-de.svg and apple-en.svg, or google-de.svg and google-en.svg: ${folder}`,
    );
  return Object.freeze(Object.fromEntries(badges));
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw invalid(NAME, `must be a folder that the service can read: ${folder}`);
  }
}

/** A page in place of the artwork, saved by mistake, would show as a broken picture. */
function readBadge(path: string): Buffer {
  const file = readFile(NAME, path);
  if (file.length > MAX_SIZE_BYTES)
    throw invalid(NAME, `has a file of more than ${MAX_SIZE_BYTES / 1024} KiB: ${path}`);
  const content = file.toString('utf8');
  if (!/<svg[\s>]/.test(content) || /<!doctype html|<html/i.test(content))
    throw invalid(NAME, `has a file that is not SVG: ${path}`);
  return file;
}
