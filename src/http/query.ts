import type { FastifyInstance, preValidationHookHandler } from 'fastify';
import { AppError, MAX_ERRORS_SHOWN, notFound, type ValueError } from '../platform/errors.ts';
import { readId } from '../platform/ids.ts';
import { SIZES } from '../platform/limits.ts';
import { similarName } from '../platform/similar-name.ts';
import { invalidListValues, type ListItems } from './list-values.ts';
import { MAX_FILTER_VALUES } from './schemas.ts';
import { invalidValues } from './validation-errors.ts';

interface Parameter {
  type?: unknown;
  format?: unknown;
  maxItems?: unknown;
  items?: ListItems;
  /** An empty value is a value. */
  allowEmptyValue?: unknown;
}

interface Reading {
  /** Refuses parameters that the route does not have: a misspelt filter must not list everybody. */
  refusesUnknown: boolean;
}

type Step = preValidationHookHandler;

/** A path segment that cannot be an id is answered like an unknown id. */
export function readPaths(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const schema = route.schema?.params;
    if (!hasProperties(schema)) return;
    const names = Object.keys(schema.properties);
    const read: Step = (request, _reply, done) => {
      const params = request.params as Record<string, unknown>;
      try {
        for (const name of names)
          params[name] =
            schema.properties[name]?.type === 'integer' ? readPathId(params[name]) : readName(params[name]);
        done();
      } catch (error) {
        done(error as Error);
      }
    };
    route.preValidation = [read, route.preValidation ?? []].flat();
  });
}

export function readPathId(given: unknown): number {
  const text = String(given);
  if (text === '') throw endsWithSlash();
  const id = readId(text);
  if (id === undefined) throw noId();
  return id;
}

/** PostgreSQL text cannot contain NUL, so no record has such a name. */
function readName(given: unknown): string {
  const text = String(given);
  if (text === '') throw endsWithSlash();
  if (text.includes('\0')) throw notFound();
  return text;
}

export const endsWithSlash = () => notFound('The address ends with a slash. Leave the slash out.');

const noId = () => notFound('The id in the address is not a whole number from 1 on, with at most 16 digits.');

/**
 * Converts the query string into the types of the route's schema before validation: arrays as `ids=1&ids=2`,
 * `ids[]=1&ids[]=2` or `ids=1,2`. An empty value, or `null` for a number, means the default. A value that is
 * no number or boolean stays text, so that validation refuses it. Routes for API keys refuse unknown
 * parameters.
 */
export function readQueries(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const schema = route.schema?.querystring;
    const refusesUnknown = isForKeys(route.config?.access);
    if (!hasProperties(schema) && !refusesUnknown) return;
    const parameters = hasProperties(schema) ? schema.properties : {};
    const read: Step = (request, _reply, done) => {
      const start = request.raw.url?.indexOf('?') ?? -1;
      const text = start < 0 ? '' : (request.raw.url?.slice(start + 1) ?? '');
      request.query = text === '' ? {} : readQuery(parameters, text, { refusesUnknown });
      done();
    };
    // Runs after the route's check that the record exists: an unknown id takes precedence over a bad query.
    route.preValidation = [route.preValidation ?? [], read].flat();
  });
}

function hasProperties(schema: unknown): schema is { properties: Record<string, Parameter> } {
  return typeof schema === 'object' && schema !== null && 'properties' in schema;
}

const isForKeys = (access: unknown) => access !== undefined && typeof access !== 'string';

export function readQuery(
  parameters: Record<string, Parameter>,
  queryString: string,
  { refusesUnknown }: Reading,
): Record<string, unknown> {
  const given = collect(queryString);
  const query: Record<string, unknown> = {};
  const unknown = unknownParameters(parameters, refusesUnknown ? given : new Map());
  const { errors } = unknown;
  let { unshown } = unknown;
  for (const [name, parameter] of Object.entries(parameters)) {
    const isArray = parameter.type === 'array';
    const max = typeof parameter.maxItems === 'number' ? parameter.maxItems : UNBOUNDED;
    const raw = textsOf(name, parameter, given, max);
    // Checked before values are converted, so that a list that is too long costs no more than any other mistake.
    if (isArray && raw.length > max) {
      const message = `must NOT have more than ${max} items`;
      errors.push({ in: 'query', pointer: `/${name}`, code: 'too-many', message });
      continue;
    }
    const texts = raw.map((text) => text.trim()).filter((text) => isGiven(text, parameter));
    if (texts.length === 0) continue;
    const problem = problemWith(texts, parameter, isArray);
    if (problem) errors.push({ in: 'query', pointer: `/${name}`, ...problem });
    else if (isArray) {
      const values = texts.map((text) => toValue(parameter.items?.type, text));
      const invalid = invalidListValues(name, parameter.items ?? {}, values);
      query[name] = values;
      // The schema validator would build an error for each of them, and the answer shows only the first ones.
      if (invalid.count > invalid.shown.length) {
        errors.push(...invalid.shown);
        unshown += invalid.count - invalid.shown.length;
      }
    } else query[name] = toValue(parameter.type, texts[0] ?? '');
  }
  if (errors.length > 0) throw invalidValues(errors, errors.length + unshown);
  return query;
}

/** An empty value, or `null` for a number, means the default. */
const isGiven = (text: string, { type, allowEmptyValue }: Parameter) =>
  (text !== '' || allowEmptyValue === true) && !(type === 'integer' && text === 'null');

/** More values than a URL has room for. Not Infinity, which `split` takes for 0. */
const UNBOUNDED = 2 ** 20;

/**
 * `hrIds[]=` takes one text with its commas, because a number in an HR system may have some. Of a list with more than `max`
 * texts only the first ones are returned, one more than allowed.
 */
function textsOf(
  name: string,
  { type, items }: Parameter,
  given: Map<string, string[]>,
  max: number,
): string[] {
  const texts = given.get(name) ?? [];
  if (type !== 'array') return texts;
  const listed = given.get(`${name}[]`) ?? [];
  const mayContainComma = items?.type === 'string' && items.enum === undefined;
  const all: string[] = [];
  const add = (text: string, isWhole: boolean) => {
    if (isWhole || !text.includes(',')) all.push(text);
    else all.push(...text.split(',', max - all.length + 1));
    return all.length <= max;
  };
  const isShort = texts.every((text) => add(text, false));
  if (isShort) listed.every((text) => add(text, mayContainComma));
  return all;
}

/** Only those that the answer shows are compared with the known names: a query string has room for thousands. */
function unknownParameters(parameters: Record<string, Parameter>, given: Map<string, string[]>) {
  const known = new Set(
    Object.entries(parameters).flatMap(([name, { type }]) => (type === 'array' ? [name, `${name}[]`] : name)),
  );
  const unknown = [...given.keys()].filter((name) => !known.has(name));
  const shown = unknown.slice(0, MAX_ERRORS_SHOWN);
  return {
    errors: shown.map((name) => unknownParameter(name, parameters)),
    unshown: unknown.length - shown.length,
  };
}

/** Clients choose the name, so only its beginning is repeated, without characters that PostgreSQL cannot store. */
const MAX_NAME_LENGTH = 100;
const shownName = (name: string) =>
  name
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd');

function unknownParameter(name: string, parameters: Record<string, Parameter>): ValueError {
  const similar = similarName(name, Object.keys(parameters));
  return {
    in: 'query',
    pointer: `/${shownName(name).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    code: 'unknown-parameter',
    message: `is not a parameter of this route${similar === undefined ? '' : `; ${similar} is one`}`,
    ...(similar !== undefined && { similarName: similar }),
  };
}

function problemWith(
  texts: string[],
  { format }: Parameter,
  isArray: boolean,
): Pick<ValueError, 'code' | 'message'> | undefined {
  if (texts.some((text) => text.includes('\0')))
    return { code: 'malformed', message: 'must not contain a NUL character' };
  if (!isArray && texts.length > 1) return { code: 'repeated', message: 'is given more than once' };
  if (format === 'date-or-timestamp' && texts.some((text) => PLUS_BECAME_BLANK.test(text)))
    return { code: 'malformed', message: 'has a blank before its time zone: write a + as %2B' };
  return undefined;
}

/** In a query, a + that is not encoded means a blank. */
const PLUS_BECAME_BLANK = /T[\d:.]+ \d\d:?\d\d$/;

function toValue(type: unknown, text: string): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d{1,18}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

const MAX_PARAMETERS = SIZES.parameters;

function collect(queryString: string): Map<string, string[]> {
  const given = new Map<string, string[]>();
  const pairs = queryString.split('&', MAX_PARAMETERS + 1);
  if (pairs.length > MAX_PARAMETERS)
    throw new AppError('malformed-request', `The query string has more than ${MAX_PARAMETERS} parameters.`);
  // Most queries have nothing to decode, and a list may repeat its name hundreds of times.
  const read = /[%+]/.test(queryString) ? decode : (text: string) => text;
  let texts: string[] = [];
  /** The name of the pair before with its equals sign. No pair begins with `&`. */
  let nameBefore = '&';
  for (const pair of pairs) {
    if (pair === '' || pair === '=') continue;
    if (!pair.startsWith(nameBefore)) {
      const [rawName = ''] = pair.split('=', 1);
      const name = read(rawName);
      texts = given.get(name) ?? [];
      given.set(name, texts);
      nameBefore = `${rawName}=`;
    }
    // No parameter may have so many values, so what follows does not matter.
    if (texts.push(read(pair.slice(nameBefore.length))) > MAX_FILTER_VALUES) break;
  }
  return given;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new AppError('malformed-request', 'The query string is not valid percent-encoded UTF-8.');
  }
}
