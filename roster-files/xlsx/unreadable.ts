/** The file is no workbook, is damaged, has a password, or exceeds a limit. */
export class UnreadableXlsxError extends Error {}

export const damaged = (what: string, cause?: unknown) => new UnreadableXlsxError(what, { cause });
