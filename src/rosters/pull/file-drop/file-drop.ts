import { fileSource } from '../files/file-source.ts';
import type { HrSystem } from '../hr-system.ts';
import { SourceError } from '../source-error.ts';

/** A file that the company's system has sent by HTTP or put into a folder. */
export const fileDrop: HrSystem = fileSource({
  isDropped: true,
  inputs: [],
  async fetch({ dropped }) {
    const file = await dropped?.();
    if (file) return file;
    throw new SourceError('source-empty', {
      detail: 'No file has come yet, or it is not kept any more.',
    });
  },
});
