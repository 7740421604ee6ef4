import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Connection, HrSystem, Mapping } from '../../../src/rosters/pull/hr-system.ts';
import { parseAnswer } from '../../../src/rosters/pull/parse-answer.ts';
import type { SourceAnswer, SourceClient, SourceRequest } from '../../../src/rosters/pull/source-client.ts';
import { SourceError, unreadable } from '../../../src/rosters/pull/source-error.ts';
import { SYSTEMS } from '../../../src/rosters/pull/systems.ts';
import { makeCompany } from '../../hr-systems/people.ts';
import { startHrSystem } from '../../hr-systems/serve.ts';
import { TODAY } from '../../hr-systems/test-connector.ts';
import { listAll, mappingByGuess, trialOf, windowOf } from '../../hr-systems/try-system.ts';

/** Values that no vendor's document allows, in place of any other. */
const ODD: readonly unknown[] = [
  ...[
    null,
    true,
    -1,
    1e308,
    '',
    'x'.repeat(300),
    '\0\ud800',
    [],
    {},
    [null],
    { id: null },
    { value: [null] },
  ],
  JSON.parse('{"__proto__":{"id":1},"constructor":2}'),
];

const keyOf = ({ path, json, form, method }: SourceRequest) => JSON.stringify([method, path, json, form]);

type Answers = ReadonlyMap<string, SourceAnswer>;

/** Answers as it was answered before; a request that was never made is a mistake of the system. */
function replaying(answers: Answers): SourceClient {
  const tryFetch = async (request: SourceRequest) => {
    const answer = answers.get(keyOf(request));
    if (!answer) throw unreadable('never asked for');
    return answer;
  };
  return {
    tryFetch,
    fetch: tryFetch,
    json: async (request) => await parseAnswer(await tryFetch(request)),
    signal: new AbortController().signal,
    withSocket: () => Promise.reject(new Error('not asked by HTTP')),
    pause: async () => {},
    limits: { answerMs: 1, answerBytes: 1, requests: 1, bytes: 1, ms: 1 },
    close() {},
  };
}

function recording(client: SourceClient, answers: Map<string, SourceAnswer>): SourceClient {
  const tryFetch = async (request: SourceRequest) => {
    const answer = await client.tryFetch(request);
    answers.set(keyOf(request), answer);
    return answer;
  };
  return {
    ...replaying(answers),
    tryFetch,
    fetch: tryFetch,
    json: async (asked) => await parseAnswer(await tryFetch(asked)),
  };
}

interface Place {
  holder: Record<string, unknown>;
  key: string;
  path: string;
}

/** Of a list, the first item. */
function* placesIn(value: unknown, path: string): Generator<Place> {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Record<string, unknown>;
  for (const key of Object.keys(holder)) {
    if (Array.isArray(value) && Number(key) > 0) return;
    yield { holder, key, path: `${path}.${key}` };
    yield* placesIn(holder[key], `${path}.${key}`);
  }
}

async function outcomeOf(system: HrSystem, connection: Connection, mapping: Mapping): Promise<void> {
  const work = [
    () => listAll(system, connection, mapping, windowOf({ today: connection.today, people: [] })),
    () => system.survey(connection),
  ];
  for (const one of work)
    await one().catch((error) => {
      if (!(error instanceof SourceError)) throw error;
      assert.match(error.code, /^source-/);
    });
}

for (const name of ['personio', 'bamboohr', 'hibob', 'kombo'] as const)
  describe(name, () => {
    it('an odd value anywhere in an answer ends as an error of the source, or changes only itself', async () => {
      const system = SYSTEMS[name];
      const company = makeCompany({ people: 12, today: TODAY });
      const server = await startHrSystem(name, { company });
      const { connection } = trialOf(system, server);
      const answers = new Map<string, SourceAnswer>();
      const recorded = { ...connection, client: recording(connection.client, answers) };
      const mapping = await mappingByGuess(system, recorded);
      const { people } = await listAll(system, recorded, mapping, windowOf(company));
      await server.close();
      assert.equal(people.length, 12);
      let tried = 0;
      for (const [key, answer] of answers) {
        const value: unknown = JSON.parse(String(answer.body));
        for (const { holder, key: field, path } of placesIn(value, key)) {
          const before = holder[field];
          for (const odd of ODD) {
            holder[field] = odd;
            const body = Buffer.from(JSON.stringify(value));
            const client = replaying(new Map([...answers, [key, { ...answer, body }]]));
            await outcomeOf(system, { ...connection, client }, mapping).catch((error) => {
              throw new Error(`${path} = ${JSON.stringify(odd)}`, { cause: error });
            });
            tried += 1;
          }
          holder[field] = before;
        }
      }
      assert.ok(tried > 300, String(tried));
    });
  });
