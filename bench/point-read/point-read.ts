import { createKey } from '../../src/company/api-keys/create-key.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { REQUESTS_AT_ONCE } from '../../src/platform/limits.ts';
import { SERVICE_FLAGS, startChild, stopChild } from '../child.ts';
import { whenGroupDone } from '../clean-up.ts';
import { benchDatabase } from '../database.ts';
import { inTurn } from '../measure.ts';
import { fillCompany } from '../people.ts';
import { progress } from '../progress.ts';
import { atLeast, type Group, type Row } from '../row.ts';
import type { Listening, LoadResult, LoadTask, ServiceTask, TextbookTask } from './messages.ts';

const PEOPLE = 100_000;
const ROUNDS = 5;
const SECONDS = 5;

interface Line {
  name: string;
  connections: number;
  /** As `REQUESTS_AT_ONCE`; 0 = no limit. */
  requestsAtOnce: number;
  /** At least so many times the requests of the textbook handler. */
  goal: number;
}

const LINES: readonly Line[] = [
  { name: 'GET /employees/{id}', connections: 100, requestsAtOnce: 0, goal: 1.2 },
  { name: 'GET /employees/{id}, lone key', connections: 64, requestsAtOnce: REQUESTS_AT_ONCE, goal: 1 },
];

const fileOf = (name: string) => new URL(`${name}.ts`, import.meta.url);

/** Requests a second of the whole service, against a textbook handler that reads one row without authentication. */
export const pointRead: Group = {
  names: LINES.map(({ name }) => name),
  run: async (people, isWanted) => {
    const { sql, server } = await benchDatabase();
    const { target } = server;
    const company = await fillCompany(sql, 'Readers', Math.min(people, PEOPLE));
    const key = await createKey(sql, company.companyId, OPERATOR, {
      environment: 'staging',
      name: 'bench',
      permissions: ['view-employees'],
    });
    const authorization = `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;
    const { companyId, firstId, lastId } = company;
    const textbook = await serve<TextbookTask>('textbook', { target, companyId });
    const rows: Row[] = [];
    for (const { name, connections, requestsAtOnce, goal } of LINES.filter((line) => isWanted(line.name))) {
      const service = await serve<ServiceTask>('service', { target, requestsAtOnce });
      const load = async ({ port }: Listening) => {
        const task = { port, authorization, firstId, lastId, connections, seconds: SECONDS };
        const { child, answer } = await startChild<LoadTask, LoadResult>(fileOf('load'), task);
        await stopChild(child);
        if (answer.failed > 0) throw new Error(`${answer.failed} requests failed`);
        return answer.requestsPerSecond;
      };
      progress(`${name}: ${ROUNDS + 1} rounds of ${SECONDS} s for each side`);
      const { baseline, subject } = await inTurn(
        ROUNDS,
        () => load(textbook),
        () => load(service),
      );
      rows.push({
        name,
        ...atLeast(goal, subject / baseline),
        measured: `${Math.round(subject)} requests/s`,
        baseline: `textbook handler ${Math.round(baseline)} requests/s`,
      });
    }
    return rows;
  },
};

async function serve<Task extends object>(name: string, task: Task): Promise<Listening> {
  const { child, answer } = await startChild<Task, Listening>(fileOf(name), task, SERVICE_FLAGS);
  whenGroupDone(() => stopChild(child));
  return answer;
}
