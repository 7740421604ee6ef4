/**
 * Whether a name matches a pattern in which `*` stands for any letters and `?` for one. No regular expression: one with many
 * stars can take hours for a name that does not match.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  let at = 0;
  let next = 0;
  /** Where to go on if the rest does not match: the last star takes one letter more. */
  let retry: { at: number; next: number } | undefined;
  while (next < name.length) {
    if (pattern[at] === '*') {
      at += 1;
      retry = { at, next };
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[next])) {
      at += 1;
      next += 1;
    } else if (retry) {
      retry.next += 1;
      ({ at, next } = retry);
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
