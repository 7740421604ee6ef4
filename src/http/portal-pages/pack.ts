import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PortalFile } from './portal-files.ts';

/** A file that is made in memory, for `sendFile`. */
export async function pack(type: string, identity: Buffer): Promise<PortalFile> {
  return {
    type,
    isHashed: false,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bodies: { identity, gzip: await promisify(gzip)(identity) },
  };
}
