import { WHOLE_COMPANY } from '../src/domain/access/scope.ts';
import { listEmployees } from '../src/people/employees/list-employees.ts';
import { connect } from '../src/platform/db/connect.ts';
import type { ListOrder } from '../src/platform/db/pages.ts';
import { SERVICE_FLAGS, startChild, stopChild } from './child.ts';
import { whenGroupDone } from './clean-up.ts';
import { benchDatabase } from './database.ts';
import { inTurn, time } from './measure.ts';
import { fillCompany } from './people.ts';
import type { Listening, ServiceTask } from './point-read/messages.ts';
import { progress } from './progress.ts';
import { atMost, type Group, milliseconds } from './row.ts';
import { signIn } from './sign-in.ts';

const NAME = 'portal, search among 100,000';
const PEOPLE = 100_000;
const ROUNDS = 15;
/** The order that the page requests. */
const ORDER: ListOrder = { page: 1, perPage: 25, sortField: 'id', sortOrder: 'asc' };
/** Searches with many, some and few results, and a personnel number. */
const WORDS = ['an', 'müller', 'anna mü', 'wolkenstein', 'P00033'];

/**
 * Measures the requests of the employees page while a user types, over HTTP with a session. The baseline runs
 * the same statements through the function behind the route, without HTTP, session and JSON.
 */
export const portalSearch: Group = {
  names: [NAME],
  run: async (people) => {
    const { sql, server } = await benchDatabase();
    const company = await fillCompany(sql, 'Searchers', Math.min(people, PEOPLE));
    const cookie = await signIn(sql, company.companyId, 'viewer');
    const module = new URL('point-read/service.ts', import.meta.url);
    const service = await startChild<ServiceTask, Listening>(
      module,
      { target: server.target, requestsAtOnce: 0 },
      SERVICE_FLAGS,
    );
    whenGroupDone(() => stopChild(service.child));
    const plain = connect(server.target);
    whenGroupDone(() => plain.close());

    const reader = { companyId: company.companyId, signal: new AbortController().signal };
    const search = async (word: string) => {
      const query = new URLSearchParams({ search: word, perPage: String(ORDER.perPage), sortOrder: 'asc' });
      const address = `http://127.0.0.1:${service.answer.port}/portal/api/employees?${query}`;
      const answer = await fetch(address, { headers: { cookie } });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return await answer.arrayBuffer();
    };
    progress(`${NAME}: ${ROUNDS + 1} rounds of ${WORDS.length} searches for each side`);
    const { baseline, subject } = await inTurn(
      ROUNDS,
      () =>
        time(async () => {
          for (const word of WORDS)
            await plain.lists.read(reader, (lists, companyId) =>
              listEmployees(lists, companyId, WHOLE_COMPANY, { search: word }, ORDER),
            );
        }),
      () =>
        time(async () => {
          for (const word of WORDS) await search(word);
        }),
    );
    const each = (ms: number) => `${milliseconds(ms / WORDS.length)} a search`;
    return [
      {
        name: NAME,
        ...atMost(2, subject / baseline),
        measured: each(subject),
        baseline: `the same statements ${each(baseline)}`,
      },
    ];
  },
};
