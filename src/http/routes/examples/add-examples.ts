import { PROBLEM_TYPE, PROBLEMS, type ProblemCode } from '../../problems.ts';
import type { Needs } from '../../services.ts';
import { operationExamples, PARAMETER_EXAMPLES } from './operations.ts';
import { problemExample } from './problems.ts';

/** The parts of an OpenAPI document that get examples. */
interface Media {
  examples?: Record<string, { value: unknown }>;
}
interface Body {
  description?: string;
  content?: Record<string, Media>;
}
interface Operation {
  operationId: string;
  parameters?: { in: string; name: string; example?: unknown }[];
  requestBody?: Body;
  responses: Record<string, Body>;
}

/** Adds examples to a finished OpenAPI document. */
export function addExamples(paths: object, services: Needs<'config' | 'version'>): void {
  const examples = operationExamples(services);
  for (const operations of Object.values(paths))
    for (const operation of Object.values(operations as Record<string, Operation>)) {
      const { request, response } = examples[operation.operationId] ?? {};
      for (const parameter of operation.parameters ?? [])
        if (parameter.in === 'path') parameter.example = PARAMETER_EXAMPLES[parameter.name];
      if (request) show(operation.requestBody, request);
      for (const [status, body] of Object.entries(operation.responses))
        if (body.content?.[PROBLEM_TYPE])
          show(body, problemsOf(body, operation.operationId, services.config.baseUrl));
        else if (response && status.startsWith('2')) show(body, response);
    }
}

function show(body: Body | undefined, examples: Record<string, unknown>): void {
  for (const media of Object.values(body?.content ?? {}))
    media.examples = Object.fromEntries(Object.entries(examples).map(([title, value]) => [title, { value }]));
}

/** The description of an answer names its problem codes, one a paragraph. */
function problemsOf(
  { description = '' }: Body,
  operationId: string,
  baseUrl: string,
): Record<string, unknown> {
  const codes = [...description.matchAll(/^`([\w-]+)`/gm)].map(([, code]) => code as ProblemCode);
  return Object.fromEntries(
    codes.map((code) => [PROBLEMS[code].title, problemExample(code, operationId, baseUrl)]),
  );
}
