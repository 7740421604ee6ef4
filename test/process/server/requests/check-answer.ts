import { Compile, type Validator } from 'typebox/schema';
import type { OpenApi } from '../../../../route-types/open-api.ts';
import type { Schema } from '../../../../route-types/schema-types.ts';
import { PROBLEM_TYPE, PROBLEMS, type ProblemCode } from '../../../../src/http/problems.ts';
import type { Made } from './make-request.ts';
import type { Operation } from './operations.ts';
import { MARKER } from './other-company.ts';
import type { Received } from './send.ts';

/** Refusals with a status from 500: an identity provider that the company has entered cannot be reached. */
const EXPECTED_FAILURES: readonly ProblemCode[] = ['identity-provider-failed'];

const PROBLEM: Schema = { $ref: '#/components/schemas/Problem' };

/** Checks answers against the OpenAPI document, or the schemas of routes that are not in it. */
export function createChecks(document: OpenApi, shared: Record<string, Schema>) {
  const components = {
    schemas: { ...(withoutIds(shared) as Record<string, Schema>), ...document.components.schemas },
  };

  const validators = new WeakMap<Schema, Validator>();
  const validatorOf = (schema: Schema): Validator => {
    const known = validators.get(schema);
    if (known) return known;
    const validator = Compile({ ...(withoutIds(schema) as object), components });
    validators.set(schema, validator);
    return validator;
  };

  function misfit(schema: Schema, body: unknown): string | undefined {
    const validator = validatorOf(schema);
    return validator.Check(body) ? undefined : JSON.stringify(validator.Errors(body)).slice(0, 300);
  }

  function checkProblem(status: number, body: unknown): string | undefined {
    const wrong = misfit(PROBLEM, body);
    if (wrong) return `a problem that does not fit its schema: ${wrong}`;
    const { code, status: said } = body as { code: ProblemCode; status: number };
    if (said !== status || PROBLEMS[code].status !== status)
      return `a problem ${code} with the status ${status}`;
    return undefined;
  }

  function checkDocumented({ documented }: Operation, status: number, type: string, body: unknown) {
    const answer = documented?.responses[String(status)];
    if (!answer) return `the status ${status}, which is not documented`;
    if (!answer.content) return undefined;
    const content = answer.content[type];
    if (!content) return `${status} with ${type || 'no content type'}, which is not documented`;
    if (type === PROBLEM_TYPE) {
      const { code } = body as { code: string };
      return answer.description.includes(`\`${code}\``)
        ? undefined
        : `the problem ${code}, which is not documented`;
    }
    const wrong = body === undefined ? undefined : misfit(content.schema, body);
    return wrong && `${status} that does not fit its schema: ${wrong}`;
  }

  function checkDeclared({ schema }: Operation, status: number, type: string, body: unknown) {
    if (type === PROBLEM_TYPE || !schema.response) return undefined;
    const declared = schema.response[String(status)];
    if (!declared) return status === 304 ? undefined : `the status ${status}, which is not declared`;
    if (body === undefined || declared.type === 'null') return undefined;
    const wrong = misfit(declared, body);
    return wrong && `${status} that does not fit its schema: ${wrong}`;
  }

  /** Returns what is wrong with the answer. */
  return function check(
    operation: Operation,
    { method, isOfOperation }: Made,
    received: Received,
  ): string | undefined {
    const { status, headers, body } = received;
    const text = body.toString('latin1');
    if (text.includes(MARKER) || JSON.stringify(headers).includes(MARKER)) return 'a text of another company';
    const type = headers['content-type']?.split(';')[0] ?? '';
    const isJson = /\bjson$/.test(type) && method !== 'HEAD';
    let json: unknown;
    try {
      json = isJson ? JSON.parse(body.toString()) : undefined;
    } catch {
      return `${status} with broken JSON`;
    }
    if (
      status >= 500 &&
      !EXPECTED_FAILURES.includes((json as { code: ProblemCode } | undefined)?.code as ProblemCode)
    )
      return `the status ${status}: ${text.slice(0, 300)}`;
    const isProblem = type === PROBLEM_TYPE && isJson;
    const wrong = isProblem ? checkProblem(status, json) : undefined;
    if (wrong) return wrong;
    if (status >= 400 && method !== 'HEAD' && !isProblem && type !== 'text/html')
      return `${status} without a problem document`;
    // Browsers get a page that explains the refusal.
    const isPage = status >= 400 && type === 'text/html';
    if (!isOfOperation || method === 'HEAD' || isPage) return undefined;
    return operation.documented
      ? checkDocumented(operation, status, type, json)
      : checkDeclared(operation, status, type, json);
  };
}

/** Fastify's references to shared schemas as those of the OpenAPI document. */
function withoutIds(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (name, value) => {
    if (name === '$id') return undefined;
    return name === '$ref' && /^\w+#$/.test(value) ? `#/components/schemas/${value.slice(0, -1)}` : value;
  });
}
