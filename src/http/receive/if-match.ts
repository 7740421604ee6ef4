import { AppError } from '../../platform/errors.ts';

/** A strong or weak tag, or the number as `Roster-Version` has it. */
const VERSION = /^(?:(?:W\/)?"(\d{1,15})"|(\d{1,15}))$/;

/** The versions in the header `If-Match`. Undefined if the version does not matter: the header is missing or `*`. */
export function readVersions(header: string | undefined): number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').map((tag) => {
    const [, quoted, bare] = VERSION.exec(tag.trim()) ?? [];
    const version = quoted ?? bare;
    if (version === undefined)
      throw new AppError(
        'malformed-request',
        '`If-Match` must be the `ETag` of the integration, such as "42", or *.',
      );
    return Number(version);
  });
}
