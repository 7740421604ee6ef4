import assert from 'node:assert/strict';
import { Check, Errors } from 'typebox/schema';
import type { App } from '../../../src/http/app.ts';
import type { Schema } from '../support/schema-types.ts';

export interface Parameter {
  in: 'path' | 'query';
  name: string;
  required: boolean;
  description?: string;
  schema: Schema & Record<string, unknown>;
}
type Content = Record<string, { schema: Schema; examples?: Record<string, { value: unknown }> }>;
export interface Body {
  content?: Content;
}
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Body & { description: string }>;
}
interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, object> };
}

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

  function assertFits(path: string, answer: Answer, method = 'get'): void {
    const type = String((answer.headers as Record<string, unknown>)['content-type']).split(';')[0] ?? '';
    const schema = schemaOf(path, answer.statusCode, type, method);
    const body: unknown = JSON.parse(answer.body);
    assert.ok(fits(schema, body), `${path}: ${JSON.stringify(Errors(schema, body)).slice(0, 500)}`);
  }

  return { openapi, operations, schemaOf, assertFits };
}

export const fits = (schema: object, value: unknown): boolean => Check(schema, value);
