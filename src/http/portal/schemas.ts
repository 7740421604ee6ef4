import { type TProperties, Type } from 'typebox';
import { MAX_PASSWORD_LENGTH } from '../../accounts/password-rules.ts';
import { MAX_EMAIL_LENGTH } from '../../domain/person/rules.ts';
import {
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from '../../tickets/subscriptions/subscription-statuses.ts';
import { date, listParameters, nullable, PER_PAGE } from '../schemas.ts';

/** Who somebody is, in a record or in an entry of a roster. */
export const identity = {
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  dateOfBirth: date('Date of birth.'),
};

export const email = Type.String({ minLength: 1, maxLength: MAX_EMAIL_LENGTH });
/** Bounds the input; the verb enforces the rules for new passwords. In UTF-16 code units. */
export const password = Type.String({ minLength: 1, maxLength: 2 * MAX_PASSWORD_LENGTH });
export const shortText = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
/** A name that somebody types in: one line, as `isName` says. */
export const nameText = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}\\p{Bidi_Control}]+$',
});
const A_DAY = 86_400;
/** How long the secret before a rotation stays valid, at most a week. */
export const overlapSeconds = Type.Integer({ minimum: 0, maximum: 7 * A_DAY, default: A_DAY });
export const noContent = Type.Unsafe<never>({ type: 'null' });

export const nullableTimestamp = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  format: 'date-time',
});

/** The portal's pages import this object type by its name from `web/src/api/routes.ts`, which `npm run types` generates. */
export const named = <Properties extends TProperties>(title: string, properties: Properties) =>
  Type.Object(properties, { title });

/** A file. The pages link to the address of such a route instead of reading its answer. */
export const file = Type.Unsafe<unknown>({ type: 'string', contentMediaType: 'application/octet-stream' });

/** The details of an entry of the audit log. Their names depend on the action. */
export const values = Type.Unsafe<object>({ type: 'object', additionalProperties: true });

/** The next price of a ticket that is known. */
export const PriceChange = named('PriceChange', {
  /** Its first month, YYYY-MM. */
  from: Type.String(),
  cents: Type.Integer(),
  /** Today's price. */
  beforeCents: Type.Integer(),
});

/** How often a roster is expected. */
export const PaceSchema = named('Pace', {
  /** At least every so many hours, which count only on these days of the week. */
  hours: Type.Number(),
  /** 1 is Monday; null: every day. */
  weekdays: nullable(Type.Array(Type.Integer())),
});

/** The number of people in each subscription status, zeros included. */
export const peopleByStatus = Type.Unsafe<Record<SubscriptionStatus, number>>({
  type: 'object',
  properties: Object.fromEntries(SUBSCRIPTION_STATUSES.map((status) => [status, Type.Integer()])),
  required: [...SUBSCRIPTION_STATUSES],
});

/** A search for people by the words of their names. */
export const searchParameter = {
  search: Type.Optional(
    Type.String({ maxLength: 320, format: 'search', description: 'In names and e-mail addresses.' }),
  ),
};

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
