import { type Static, type TSchema, Type } from 'typebox';
import { MAX_EMAIL_LENGTH } from '../domain/person/rules.ts';
import { type Page, type PageRequest, SORT_FIELDS, SORT_ORDERS } from '../platform/db/pages.ts';
import { MAX_ID } from '../platform/ids.ts';
import { SIZES } from '../platform/limits.ts';

export const PER_PAGE = { default: 10, maximum: 100 } as const;
export const MAX_FILTER_VALUES = SIZES.filterValues;

/** A nullable type in the form that both OpenAPI 3.1 and the serialiser support. */
export function nullable<S extends TSchema>(schema: S) {
  const { type, enum: values }: { type?: unknown; enum?: readonly unknown[] } = schema;
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  });
}

export function oneOf<const Values extends readonly string[]>(values: Values, options: object = {}) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });
}

/** One invalid value of a request. */
export const ValueErrorSchema = Type.Object({
  in: oneOf(['path', 'query', 'body']),
  pointer: Type.String({ description: 'JSON Pointer to the value, within the path, the query or the body.' }),
  code: Type.String(),
  message: Type.String(),
  similarName: Type.Optional(
    Type.String({
      description: 'With `unknown-parameter`: the parameter whose name resembles the one given.',
    }),
  ),
  hrId: Type.Optional(
    Type.String({
      description: 'Of a roster: the `hrId` of the entry, if a valid one could be read.',
    }),
  ),
});

/** A reference to a schema that is registered under its `$id`, which is also its name in OpenAPI. */
export function ref<S extends TSchema>(schema: S) {
  const { $id }: { $id?: string } = schema;
  return Type.Unsafe<Static<S>>({ $ref: `${$id}#` });
}

export const date = (description: string) => Type.String({ format: 'date', description });
export const nullableDate = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description });
/** Years have four digits, and the following month must too. */
export const monthOfYears = Type.String({ format: 'month', pattern: '^2\\d{3}' });
export const timestamp = (description: string) => Type.String({ format: 'date-time', description });

export const link = (description: string) =>
  Type.Object(
    {
      href: Type.String({ format: 'uri' }),
      type: Type.Unsafe<'application/json'>({ type: 'string', enum: ['application/json'] }),
    },
    { description },
  );

export function toLink(href: string) {
  return { href, type: 'application/json' as const };
}

/**
 * For routes whose handlers build responses field by field in the schema's type. No fields have to be
 * filtered, and `JSON.stringify` takes half the time of a schema-based serialiser.
 */
export const plainJson = () => (value: unknown) => JSON.stringify(value);

/** `description`: of the answer. */
export const record = <S extends TSchema>(schema: S, description?: string) =>
  Type.Object({ data: schema }, description === undefined ? {} : { description });

export const pageOf = <S extends TSchema>(schema: S) =>
  Type.Object({
    data: Type.Object({
      data: Type.Array(schema),
      page: Type.Integer(),
      perPage: Type.Integer(),
      totalPages: Type.Integer(),
      total: Type.Integer(),
    }),
  });

export function toPage<Item, Shown>(page: Page<Item>, order: PageRequest, show: (item: Item) => Shown) {
  return {
    data: {
      data: page.items.map(show),
      page: order.page,
      perPage: order.perPage,
      totalPages: Math.ceil(page.total / order.perPage),
      total: page.total,
    },
  };
}

/** Without the format, generated clients read ids into integers of 32 bits. */
const int64 = (minimum: number, options: object = {}) =>
  Type.Integer({ format: 'int64', minimum, maximum: MAX_ID, ...options });

/** The id of a record, in requests and answers. */
export const recordId = int64(1);
/** The same, with a description. */
export const describedId = (description: string) => int64(1, { description });
/** A position after an id, or before the first one. */
export const idAfter = (description: string) => int64(0, { default: 0, description });
/** A number of people or entries in a request. */
export const countOf = (minimum: number) => int64(minimum);
export const idParameter = Type.Object({ id: recordId });

export const listOfIds = (description: string) =>
  Type.Optional(
    Type.Array(recordId, {
      maxItems: MAX_FILTER_VALUES,
      description,
    }),
  );
/** Fits the longest e-mail address and the longest HR id. */
export const listOfTexts = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_EMAIL_LENGTH }), { maxItems: MAX_FILTER_VALUES, description }),
  );
export const listOf = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Optional(Type.Array(oneOf(values), { maxItems: MAX_FILTER_VALUES, description }));
export const dateOrTimestamp = (description: string) =>
  Type.Optional(Type.String({ format: 'date-or-timestamp', description }));

/** The parameters that all lists share. */
export const listParameters = {
  page: int64(1, { default: 1, description: 'Starts at 1. A page past the end is empty.' }),
  perPage: Type.Integer({ minimum: 1, maximum: PER_PAGE.maximum, default: PER_PAGE.default }),
  sortOrder: oneOf(SORT_ORDERS, { default: 'desc' }),
  sortField: oneOf(SORT_FIELDS, { default: 'id' }),
  ids: listOfIds('Only the records with these ids.'),
};
