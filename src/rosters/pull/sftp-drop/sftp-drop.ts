import { fileSource } from '../files/file-source.ts';
import type { HrSystem } from '../hr-system.ts';
import { SourceError } from '../source-error.ts';

const PUBLIC_KEY =
  '(?:ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)) [A-Za-z0-9+\\/]{40,2000}={0,2}(?: [^\\n]{0,200})?';

/** The newest file that the company's system has dropped at our SFTP server. */
export const sftpDrop: HrSystem = fileSource({
  isDropped: true,
  // In the format of OpenSSH, one a line. Instead of a password, or besides it.
  inputs: [
    {
      name: 'publicKeys',
      kind: 'long-text',
      isRequired: false,
      pattern: `${PUBLIC_KEY}(?:\\s*\\n${PUBLIC_KEY}){0,9}`,
    },
  ],
  async fetch({ dropped }) {
    const file = await dropped?.();
    if (file) return file;
    throw new SourceError('source-empty', {
      detail: 'No file has been dropped yet, or it is not kept any more.',
    });
  },
});
