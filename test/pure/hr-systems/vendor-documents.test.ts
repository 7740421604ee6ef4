import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Check, Errors } from 'typebox/schema';
import { parse } from 'yaml';
import { bamboohr } from '../../../src/rosters/pull/bamboohr/bamboohr.ts';
import type { Connection, HrSystem } from '../../../src/rosters/pull/hr-system.ts';
import { kombo } from '../../../src/rosters/pull/kombo/kombo.ts';
import { parseAnswer } from '../../../src/rosters/pull/parse-answer.ts';
import { personio } from '../../../src/rosters/pull/personio/personio.ts';
import type { SourceRequest } from '../../../src/rosters/pull/source-client.ts';
import { makeCompany } from '../../hr-systems/people.ts';
import { startHrSystem } from '../../hr-systems/serve.ts';
import { failsWith, listAll, mappingByGuess, trialOf, windowOf } from '../../hr-systems/try-system.ts';
import type { VendorName } from '../../hr-systems/vendors.ts';

// The vendors' own OpenAPI documents are not ours to publish. VENDOR_SPECS is a folder that has them.
const FOLDER = process.env['VENDOR_SPECS'] ?? '';
const skip = existsSync(join(FOLDER, 'bamboohr.yaml')) ? false : 'VENDOR_SPECS has no documents';

const TODAY = '2026-11-15';

interface Media {
  schema?: object;
  examples?: { response?: { value: Record<string, unknown> } };
}

interface Operation {
  parameters?: { name?: string; in?: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

const readDocument = (name: string): Document => parse(readFileSync(join(FOLDER, name), 'utf8'));

function exampleOf({ paths }: Document, path: string, method: string): Record<string, unknown> {
  const media = paths[path]?.[method]?.responses['200']?.content?.['application/json'];
  const example = media?.examples?.response?.value;
  assert.ok(example, `${path} has an example`);
  return structuredClone(example);
}

/** Lists and surveys a system, and keeps what was asked and answered. */
async function listen(t: TestContext, name: VendorName, system: HrSystem) {
  const server = await startHrSystem(name, { company: makeCompany({ today: TODAY, people: 40 }) });
  t.after(() => server.close());
  const { connection } = trialOf(system, server);
  const heard: { request: SourceRequest; answer: unknown }[] = [];
  const listening: Connection = {
    ...connection,
    client: {
      ...connection.client,
      async json(request) {
        const answer = await connection.client.json(request);
        heard.push({ request, answer });
        return answer;
      },
      async tryFetch(request) {
        const answer = await connection.client.tryFetch(request);
        heard.push({ request, answer: await parseAnswer(answer) });
        return answer;
      },
    },
  };
  const mapping = await mappingByGuess(system, listening);
  await listAll(system, listening, mapping, windowOf(server.company));
  return heard;
}

/** The documented operation of a request. Its path may have the name of a dataset. */
function operationOf({ paths }: Document, { path, json }: SourceRequest, prefix: string) {
  const url = new URL(path, 'http://localhost');
  const documented = url.pathname
    .slice(prefix.length)
    .replace('/employee/', '/{datasetName}/')
    .replace(/^\/integrations\/.*/, '/integrations/{integration_id}');
  const operation = paths[documented]?.[json === undefined ? 'get' : 'post'];
  assert.ok(operation, `${documented} is documented`);
  return { operation, query: url.searchParams };
}

function assertParameters({ parameters = [] }: Operation, query: URLSearchParams): void {
  for (const parameter of query.keys())
    assert.ok(
      parameters.some((known) => known.in === 'query' && known.name === parameter),
      `${parameter} is documented`,
    );
}

function assertFits(document: Document, media: Media | undefined, value: unknown): void {
  const schema = { ...media?.schema, components: document.components };
  assert.ok(Check(schema, value), JSON.stringify(Errors(schema, value)).slice(0, 500));
}

describe("Personio's documents", { skip }, () => {
  const read = () => ({
    auth: readDocument('personio-v1-auth.yaml'),
    personnel: readDocument('personio-v1-personnel.yaml'),
  });

  /** A server that answers with the examples of the documents. */
  async function serveExamples(t: TestContext, metadata?: object) {
    const { auth, personnel } = read();
    const people = exampleOf(personnel, '/company/employees', 'get');
    const answers: Record<string, unknown> = {
      '/v1/auth': exampleOf(auth, '/auth', 'post'),
      '/v1/company/employees': { ...people, ...(metadata && { metadata }) },
      '/v1/company/employees/attributes': exampleOf(personnel, '/company/employees/attributes', 'get'),
    };
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://localhost');
      response.writeHead(pathname in answers ? 200 : 403).end(JSON.stringify(answers[pathname] ?? {}));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const company = makeCompany({ today: TODAY, people: 0 });
    const { connection } = trialOf(personio, {
      url,
      company,
      credentials: { clientId: 'a', clientSecret: 'b' },
    });
    t.after(() => connection.client.close());
    return connection;
  }

  const mapping = {
    fields: {
      ...{ hrId: 'id', firstName: 'first_name', lastName: 'last_name', email: 'email' },
      ...{ dateOfBirth: 'dynamic_33400', startDate: 'hire_date', terminationDate: 'termination_date' },
    },
    absenceTypes: [],
  };
  const window = { from: '2026-01-01', to: '2026-12-31' };

  it('the example of people, with 2 of them on 3 equal pages, is incomplete', async (t) => {
    const connection = await serveExamples(t);
    await failsWith(listAll(personio, connection, mapping, window), 'source-incomplete');
  });

  it('the example as one page is understood', async (t) => {
    const connection = await serveExamples(t, { total_elements: 1, current_page: 0, total_pages: 1 });
    const { people, totals } = await listAll(personio, connection, mapping, window);
    assert.deepEqual(totals, [1]);
    const names = { hrId: '1', firstName: 'Alexander', lastName: 'Bergmann' };
    const dates = { dateOfBirth: '2021-01-01', startDate: '2014-11-09', terminationDate: null };
    const fields = { ...names, email: 'alexander.bergmann@demo.email', ...dates };
    assert.deepEqual(people, [{ id: '1', hasLeft: false, fields }]);
  });

  it('our requests are documented', async (t) => {
    const { personnel } = read();
    const heard = await listen(t, 'personio', personio);
    const ofPeople = heard.filter(({ request }) => request.path.startsWith('/v1/company'));
    assert.ok(ofPeople.length >= 3);
    for (const { request } of ofPeople) {
      const { operation, query } = operationOf(personnel, request, '/v1');
      assertParameters(operation, query);
    }
  });
});

describe("BambooHR's document", { skip }, () => {
  it('has our requests, and the answers of our test server', async (t) => {
    const document = readDocument('bamboohr.yaml');
    const heard = await listen(t, 'bamboohr', bamboohr);
    const paths = new Set(heard.map(({ request }) => request.path.split('?')[0]));
    assert.equal(paths.size, 4);
    for (const { request, answer } of heard) {
      const { operation, query } = operationOf(document, request, '');
      assertParameters(operation, query);
      if (request.json)
        assertFits(document, operation.requestBody?.content['application/json'], request.json);
      assertFits(document, operation.responses['200']?.content?.['application/json'], answer);
    }
  });
});

describe("Kombo's document", { skip }, () => {
  it('has our requests, and the answers of our test server', async (t) => {
    const document = readDocument('kombo.json');
    const heard = await listen(t, 'kombo', kombo);
    const paths = new Set(heard.map(({ request }) => request.path.split('?')[0]));
    assert.equal(paths.size, 4);
    for (const { request, answer } of heard) {
      const { operation, query } = operationOf(document, request, '/v1');
      assertParameters(operation, query);
      // The document says that the days of absences are always null; its examples have days.
      if (request.path.startsWith('/v1/hris/absences')) continue;
      assertFits(document, operation.responses['200']?.content?.['application/json'], answer);
    }
  });
});
