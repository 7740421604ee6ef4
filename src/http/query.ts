import type { FastifyInstance, preValidationHookHandler } from 'fastify';
import { AppError, notFound, type ValueError } from '../errors.ts';
import { invalidValues } from './validation-errors.ts';

interface Parameter {
  type?: unknown;
  items?: { type?: unknown };
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
  if (!/^[1-9]\d{0,15}$/.test(text)) throw notFound();
  return Number(text);
}

/** PostgreSQL text cannot contain NUL, so no record has such a name. */
function readName(given: unknown): string {
  const text = String(given);
  if (text.includes('\0')) throw notFound();
  return text;
}

/**
 * Converts the query string into the types of the route's schema before validation: arrays as `ids=1&ids=2`,
 * `ids[]=1&ids[]=2` or `ids=1,2`. An empty value, or `null` for a number, means the default. A value that is
 * no number or boolean stays text, so that validation refuses it.
 */
export function readQueries(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const schema = route.schema?.querystring;
    if (!hasProperties(schema)) return;
    const read: Step = (request, _reply, done) => {
      const start = request.raw.url?.indexOf('?') ?? -1;
      request.query = start < 0 ? {} : readQuery(schema.properties, request.raw.url?.slice(start + 1) ?? '');
      done();
    };
    // Runs after the route's check that the record exists: an unknown id takes precedence over a bad query.
    route.preValidation = [route.preValidation ?? [], read].flat();
  });
}

function hasProperties(schema: unknown): schema is { properties: Record<string, Parameter> } {
  return typeof schema === 'object' && schema !== null && 'properties' in schema;
}

export function readQuery(
  parameters: Record<string, Parameter>,
  queryString: string,
): Record<string, unknown> {
  const given = collect(queryString);
  const query: Record<string, unknown> = {};
  const errors: ValueError[] = [];
  for (const [name, parameter] of Object.entries(parameters)) {
    const isArray = parameter.type === 'array';
    const texts = (given.get(name) ?? [])
      .concat(isArray ? (given.get(`${name}[]`) ?? []) : [])
      .flatMap((text) => (isArray ? text.split(',') : text))
      .map((text) => text.trim())
      .filter((text) => text !== '' && !(parameter.type === 'integer' && text === 'null'));
    if (texts.length === 0) continue;
    const problem = problemWith(texts, isArray);
    if (problem) errors.push({ in: 'query', pointer: `/${name}`, ...problem });
    else if (isArray) query[name] = texts.map((text) => toValue(parameter.items?.type, text));
    else query[name] = toValue(parameter.type, texts[0] ?? '');
  }
  if (errors.length > 0) throw invalidValues(errors);
  return query;
}

function problemWith(texts: string[], isArray: boolean): Pick<ValueError, 'code' | 'message'> | undefined {
  if (texts.some((text) => text.includes('\0')))
    return { code: 'malformed', message: 'must not contain a NUL character' };
  if (!isArray && texts.length > 1) return { code: 'repeated', message: 'is given more than once' };
  return undefined;
}

function toValue(type: unknown, text: string): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d{1,18}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function collect(queryString: string): Map<string, string[]> {
  const given = new Map<string, string[]>();
  for (const pair of queryString.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const text = equals < 0 ? '' : decode(pair.slice(equals + 1));
    given.set(name, [...(given.get(name) ?? []), text]);
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
