import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type { App } from './app.ts';

type Serialize = (value: unknown) => string;

/**
 * Compiles each schema of an answer once, with the shared schemas that it names. By default Fastify compiles one for every
 * answer of every route, each time with all shared schemas and their examples: that took four fifths of a start.
 */
export function shareSerializers(app: App): void {
  const compiled = new Map<string, Serialize>();
  const named = new Map<string, Schema>();
  app.setSerializerCompiler(({ schema }) => {
    const text = JSON.stringify(schema, withoutExamples);
    const known = compiled.get(text);
    if (known) return known;
    const serialize: Serialize = fastJsonStringify(JSON.parse(text), { schema: namedBy(text) });
    compiled.set(text, serialize);
    return serialize;
  });

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
