import { AjvCompiler } from '@fastify/ajv-compiler';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type { FastifyServerOptions } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';
import type { App } from './app.ts';

type Validate = FastifyValidationResult;
type Serialize = (value: unknown) => string;

/** Apps with the same shared schemas share their validators. */
const buildValidators = AjvCompiler();
const compilations = new WeakMap<App, (() => unknown)[]>();

/**
 * Compiles each schema when the first request needs it. By default Fastify compiles all schemas before it is ready: that took
 * most of the processor time of a start. Names of header schemas must be in lower case, because Fastify leaves the schemas of a
 * compiler of our own as they are.
 */
export function compileSchemasWhenUsed(app: App, ajv: FastifyServerOptions['ajv']): void {
  const all: (() => unknown)[] = [];
  compilations.set(app, all);
  const later = <T>(compile: () => T): (() => T) => {
    const compiled = once(compile);
    all.push(compiled);
    return compiled;
  };

  const compileValidator = once(() => buildValidators(app.getSchemas() as Record<string, object>, ajv));
  app.setValidatorCompiler<object>(({ schema }) =>
    validateBy(later(() => compileValidator()({ schema }) as Validate)),
  );
  const compileSerializer = sharedSerializers(app);
  app.setSerializerCompiler<object>(({ schema }) => {
    const compiled = later(() => compileSerializer(schema));
    return (value) => compiled()(value);
  });
}

/** For tests: a mistake in a schema would otherwise be found by the first request that needs it. */
export function compileAllSchemas(app: App): number {
  const all = compilations.get(app) ?? [];
  for (const compile of all) compile();
  return all.length;
}

function validateBy(compiled: () => Validate): Validate {
  const validate: Validate = (value) => {
    const found = compiled();
    const isValid = found(value);
    validate.errors = found.errors ?? null;
    return isValid;
  };
  return validate;
}

/** Compiles equal schemas of answers once, with only those of the shared schemas that they name and without examples. */
function sharedSerializers(app: App): (schema: object) => Serialize {
  const compiled = new Map<string, Serialize>();
  const named = new Map<string, Schema>();
  return (schema) => {
    const text = JSON.stringify(schema, withoutExamples);
    const known = compiled.get(text);
    if (known) return known;
    const serialize: Serialize = fastJsonStringify(JSON.parse(text), { schema: namedBy(text) });
    compiled.set(text, serialize);
    return serialize;
  };

  function namedBy(text: string, found: Record<string, Schema> = {}): Record<string, Schema> {
    for (const [, id = ''] of text.matchAll(/"\$ref":"([^"#]+)#?/g)) {
      if (found[id]) continue;
      const inner = JSON.stringify(app.getSchema(id), withoutExamples);
      const schema = named.get(id) ?? JSON.parse(inner);
      named.set(id, schema);
      found[id] = schema;
      namedBy(inner, found);
    }
    return found;
  }
}

/** The examples of a schema are a list; a property of that name would be an object. */
const withoutExamples = (name: string, value: unknown) =>
  name === 'examples' && Array.isArray(value) ? undefined : value;

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
