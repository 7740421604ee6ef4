import type { FastifySchemaValidationError as SchemaError } from 'fastify';
import { MAX_SEARCH_WORDS } from '../domain/person/search-words.ts';
import { AppError, MAX_ERRORS_SHOWN, notFound, type ValueError } from '../platform/errors.ts';

const CODES: Record<string, string> = {
  required: 'missing',
  type: 'wrong-type',
  enum: 'not-allowed',
  minimum: 'too-small',
  maximum: 'too-large',
  minLength: 'too-short',
  maxLength: 'too-long',
  minItems: 'too-few',
  maxItems: 'too-many',
};

const PLACES: Record<string, ValueError['in']> = { params: 'path', querystring: 'query' };

/**
 * Invalid values are listed by place, without the value. A path parameter that cannot be an id or a name is answered with 404; a month
 * that does not exist is an invalid value.
 */
export function validationError(found: SchemaError[], context: string): AppError {
  if (context === 'params' && !found.every(isMonth)) return notFound();
  const place = PLACES[context] ?? 'body';
  // A body may have hundreds of wrong values, and the answer shows only the first ones.
  const shown = found.slice(0, MAX_ERRORS_SHOWN).map((each) => describe(each, place));
  return invalidValues(shown, found.length);
}

/** `errorCount` is the total, if `errors` holds only the first ones. */
export function invalidValues(errors: ValueError[], errorCount = errors.length): AppError {
  const [first] = errors;
  const detail =
    errorCount === 1 && first
      ? `${first.pointer || 'The body'} ${first.message}.`
      : `${errorCount} values are not valid; \`errors\` says where and why.`;
  return new AppError('invalid-values', detail, { errors, errorCount });
}

function describe(found: SchemaError, place: ValueError['in']): ValueError {
  const missing = found.keyword === 'required' ? `/${String(found.params['missingProperty'])}` : '';
  return {
    in: place,
    pointer: found.instancePath + missing,
    code: isLongSearch(found) ? 'too-many' : (CODES[found.keyword] ?? 'malformed'),
    message: messageOf(found),
  };
}

const isMonth = ({ keyword, params }: SchemaError) => keyword === 'format' && params['format'] === 'month';

const isLongSearch = ({ keyword, params }: SchemaError) =>
  keyword === 'format' && params['format'] === 'search';

function messageOf({ keyword, params, message }: SchemaError): string {
  const allowed = params['allowedValues'];
  if (keyword === 'enum' && Array.isArray(allowed)) return `must be one of ${allowed.join(', ')}`;
  if (keyword === 'format') return `must be ${FORMATS[String(params['format'])] ?? 'well-formed'}`;
  if (keyword === 'required') return 'is missing';
  return message ?? 'is not valid';
}

const FORMATS: Record<string, string> = {
  date: 'a day that exists, such as 2026-11-01',
  'date-or-timestamp': 'a date such as 2026-11-01 or a timestamp such as 2026-11-01T08:00:00Z',
  month: 'a month such as 2026-11',
  search: `${MAX_SEARCH_WORDS} words at most`,
};
