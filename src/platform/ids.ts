/** Ids are `bigint` in the database, and numbers in JavaScript and JSON, which represent integers exactly up to this one. */
export const MAX_ID = Number.MAX_SAFE_INTEGER;

/** The id that a text is. Undefined if it is none: a whole number from 1 on, without leading zeros. */
export function readId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return id <= MAX_ID ? id : undefined;
}
