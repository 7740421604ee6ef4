import { createKey } from '../../src/company/api-keys/create-key.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { SERVICE_FLAGS, startChild, stopChild } from '../child.ts';
import { whenGroupDone } from '../clean-up.ts';
import { benchDatabase } from '../database.ts';
import { inTurn } from '../measure.ts';
import { fillCompany } from '../people.ts';
import { progress } from '../progress.ts';
import { atLeast, type Group } from '../row.ts';
import type { Listening, LoadResult, LoadTask, ServiceTask, TextbookTask } from './messages.ts';

const NAME = 'GET /employees/{id}';
const PEOPLE = 100_000;
const CONNECTIONS = 100;
const ROUNDS = 5;
const SECONDS = 5;

const fileOf = (name: string) => new URL(`${name}.ts`, import.meta.url);

/** Requests a second of the whole service, against a textbook handler that reads one row without authentication. */
export const pointRead: Group = {
  names: [NAME],
  run: async (people) => {
    const { sql, server } = await benchDatabase();
    const company = await fillCompany(sql, 'Readers', Math.min(people, PEOPLE));
    const key = await createKey(sql, company.companyId, OPERATOR, {
      environment: 'staging',
      name: 'bench',
      permissions: ['view-employees'],
    });
    const authorization = `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;
    const service = await serve<ServiceTask>('service', { target: server.target });
    const { companyId, firstId, lastId } = company;
    const textbook = await serve<TextbookTask>('textbook', { target: server.target, companyId });
    const load = async ({ port }: Listening) => {
      const task = { port, authorization, firstId, lastId, connections: CONNECTIONS, seconds: SECONDS };
      const { child, answer } = await startChild<LoadTask, LoadResult>(fileOf('load'), task);
      await stopChild(child);
      if (answer.failed > 0) throw new Error(`${answer.failed} requests failed`);
      return answer.requestsPerSecond;
    };
    progress(`${NAME}: ${ROUNDS + 1} rounds of ${SECONDS} s for each side`);
    const { baseline, subject } = await inTurn(
      ROUNDS,
      () => load(textbook),
      () => load(service),
    );
    return [
      {
        name: NAME,
        ...atLeast(1.2, subject / baseline),
        measured: `${Math.round(subject)} requests/s`,
        baseline: `textbook handler ${Math.round(baseline)} requests/s`,
      },
    ];
  },
};

async function serve<Task extends object>(name: string, task: Task): Promise<Listening> {
  const { child, answer } = await startChild<Task, Listening>(fileOf(name), task, SERVICE_FLAGS);
  whenGroupDone(() => stopChild(child));
  return answer;
}
