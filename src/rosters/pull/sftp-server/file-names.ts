/** A client that writes to such a name says that the file is complete by renaming it. */
export const isUnfinished = (name: string) => /\.(part|tmp|filepart)$/i.test(name);

export const isResult = (name: string) => /\.result\.json$/i.test(name);

/**
 * The name of a file by its path. There is one folder, so `/people.csv`, `./people.csv` and `people.csv` are the same. Undefined
 * for names that no file can have.
 */
export function nameAt(path: string): string | undefined {
  const name = path.replace(/^(?:\.?\/)+/, '');
  const isPlain = name === name.trim() && !/[\p{Cc}\p{Cf}]/u.test(name);
  return /^[^/\\.][^/\\]*$/.test(name) && name.length <= MAX_LENGTH && isPlain ? name : undefined;
}

const MAX_LENGTH = 200;

export const isFolder = (path: string) => /^(?:\.?\/)*\.?$/.test(path);
