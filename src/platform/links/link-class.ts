/**
 * Links to somebody's page and contracts come in two classes (docs/employee-page.md):
 *
 * - `mailed`: a mail server has carried it to the person's address, and nobody else was shown it.
 * - `shown`: the portal, a file or the command line has shown it, so admins can open it too. Links from before there were
 *   classes count as shown.
 */
export type LinkClass = 'mailed' | 'shown';

/** Ends a token of the class `mailed`. Tokens from before have no such part. */
const MAILED = 'm';

export const classPart = (linkClass: LinkClass): string[] => (linkClass === 'mailed' ? [MAILED] : []);
export const readClassPart = (part: string | undefined): LinkClass => (part === MAILED ? 'mailed' : 'shown');
