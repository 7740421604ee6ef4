import { createHash } from 'node:crypto';
import type { Continuation, Position } from '../platform/db/pages.ts';
import { createTokens, idPart, readIdPart } from '../platform/links/derived-tokens.ts';

/** Where the next page of a list begins. */
export interface Cursor extends Continuation {
  after: Position;
  total: number;
  /** The number of the page, from 1. */
  page: number;
  /** From here on changes are followed: the safe moment before the first page was read. */
  since: Date;
}

export interface ListCursors {
  make(list: ListName, cursor: Cursor): string;
  /** Undefined unless the service made this cursor for the same list. */
  read(list: ListName, text: string): Cursor | undefined;
}

/**
 * Identifies a list: the company, the integrations that the key is restricted to, the address, filters and order. It is part of
 * a cursor's signature: the cursor contains the number of matches, which a key with another scope must not learn.
 */
export type ListName = readonly unknown[];

export function createListCursors(secretKeys: readonly string[]): ListCursors {
  const tokens = createTokens('list cursor', secretKeys);
  return {
    make: (list, { after, total, page, since }) =>
      tokens.make([
        digestOf(list),
        Buffer.from(after.value).toString('base64url'),
        ...[after.id, total, page, since.getTime()].map(idPart),
      ]),
    read: (list, text) => {
      const [digest, value = '', ...numbers] = tokens.read(text) ?? [];
      if (digest !== digestOf(list)) return undefined;
      const [id = 0, total = 0, page = 0, since = 0] = numbers.map(readIdPart);
      const after = { value: Buffer.from(value, 'base64url').toString(), id };
      return { after, total, page, since: new Date(since) };
    },
  };
}

function digestOf(list: ListName): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 22);
}
