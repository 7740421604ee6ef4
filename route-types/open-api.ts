import type { Schema } from './schema-types.ts';

interface Parameter {
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
/** The part of the OpenAPI document that programs of this project read. */
export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, object> };
}
