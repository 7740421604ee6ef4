import assert from 'node:assert/strict';
import { Check, Compile, type Validator } from 'typebox/schema';
import type { OpenApi } from '../../../route-types/open-api.ts';
import type { App } from '../../../src/http/app.ts';

interface Answer {
  statusCode: number;
  headers: object;
  body: string;
}

/** Reads the OpenAPI document of the service. `assertFits` checks an answer against it. */
export async function readDescription(app: App) {
  const openapi: OpenApi = (await app.inject('/openapi.json')).json();
  const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

  /** Returns the schema of an answer, with the components that it refers to. */
  function schemaOf(path: string, status: number, type: string, method = 'get'): object {
    const schema = openapi.paths[path]?.[method]?.responses[String(status)]?.content?.[type]?.schema;
    assert.ok(schema, `${method} ${path} says nothing about ${status} ${type}`);
    return { ...schema, components: openapi.components };
  }

  /** A compiled schema checks many answers in the time in which it is read once. */
  const compiled = new Map<string, Validator>();

  function assertFits(path: string, answer: Answer, method = 'get'): void {
    const type = String((answer.headers as Record<string, unknown>)['content-type']).split(';')[0] ?? '';
    const key = [method, path, answer.statusCode, type].join(' ');
    const validator = compiled.get(key) ?? Compile(schemaOf(path, answer.statusCode, type, method));
    compiled.set(key, validator);
    const body: unknown = JSON.parse(answer.body);
    assert.ok(validator.Check(body), `${path}: ${JSON.stringify(validator.Errors(body)).slice(0, 500)}`);
  }

  return { openapi, operations, schemaOf, assertFits };
}

export const fits = (schema: object, value: unknown): boolean => Check(schema, value);
