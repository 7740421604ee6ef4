import { Type } from 'typebox';
import { LONGEST_EMAIL } from '../../person/rules.ts';
import { LONGEST_PASSWORD } from '../../portal/password-rules.ts';
import { listParameters, PER_PAGE } from '../schemas.ts';

export const email = Type.String({ minLength: 1, maxLength: LONGEST_EMAIL });
/** Bounds the input; the verb enforces the rules for new passwords. In UTF-16 code units. */
export const password = Type.String({ minLength: 1, maxLength: 2 * LONGEST_PASSWORD });
export const shortText = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
export const noContent = Type.Unsafe<never>({ type: 'null' });

export const nullableTimestamp = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  format: 'date-time',
});

/** A map with data as keys: outcomes of runs, details of the audit log. */
export const values = Type.Unsafe<object>({ type: 'object', additionalProperties: true });
export const numbers = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'number' },
});

/** Parameters of lists with a fixed order. */
export const pageParameters = { page: listParameters.page, perPage: listParameters.perPage };

/** A short list without paging. */
export function toWhole<Item, Shown>(items: readonly Item[], show: (item: Item) => Shown) {
  return {
    data: {
      data: items.map(show),
      page: 1,
      perPage: Math.max(items.length, PER_PAGE.default),
      totalPages: items.length === 0 ? 0 : 1,
      total: items.length,
    },
  };
}
