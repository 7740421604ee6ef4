import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface PortalFile {
  type: string;
  /** The file name changes with the content. */
  isHashed: boolean;
  etag: string;
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
}

export type PortalFiles = ReadonlyMap<string, PortalFile>;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const PACKED: [Encoding, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/**
 * All files are kept in memory, about two megabytes: a newer version that rebuilds cannot remove the files of
 * this process.
 */
export async function readPortalFiles(folder: string): Promise<PortalFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && TYPES[extname(entry.name)])
    .map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => [nameOf(folder, path), await readPortalFile(folder, path)] as const),
  );
  return new Map(files);
}

function nameOf(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

async function readPortalFile(folder: string, path: string): Promise<PortalFile> {
  const identity = await readFile(path);
  const packed = await Promise.all(
    PACKED.filter(([, ending]) => existsSync(path + ending)).map(
      async ([encoding, ending]) => [encoding, await readFile(path + ending)] as const,
    ),
  );
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    isHashed: nameOf(folder, path).startsWith('assets/'),
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bodies: { identity, ...Object.fromEntries(packed) },
  };
}

/** The smallest encoding that the browser supports. */
export function chooseEncoding(accepted: string | undefined, { bodies }: PortalFile): Encoding {
  const names = new Set(
    (accepted ?? '')
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  return (['br', 'gzip'] as const).find((name) => names.has(name) && bodies[name]) ?? 'identity';
}
