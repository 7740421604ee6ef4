import type { Connection } from '../hr-system.ts';
import { inBatches } from '../in-turns.ts';
import { listIn, objectIn } from '../read-answer.ts';
import type { SourceRequest } from '../source-client.ts';

export type Employee = Readonly<Record<string, unknown>>;

export interface Session {
  get(path: string): Promise<unknown>;
  /**
   * Everybody whom the service user may see, leavers too, with these fields. HiBob has no pages for it. `withNames` adds the names
   * of values that are items of a list, such as departments, which otherwise have a number only.
   */
  search(fields: readonly string[], withNames: boolean): Promise<Employee[]>;
}

export function openSession({ credentials, client }: Connection): Session {
  const { serviceUserId = '', token = '' } = credentials;
  const authorization = `Basic ${Buffer.from(`${serviceUserId}:${token}`).toString('base64')}`;
  const ask = (request: SourceRequest) => client.json({ ...request, headers: { authorization } });
  return {
    get: (path) => ask({ path }),
    async search(fields, withNames) {
      // Without a filter: HiBob refuses an empty one.
      const json = { fields, showInactive: true, ...(withNames && { humanReadable: 'APPEND' }) };
      const answer = await ask({ path: '/v1/people/search', json });
      const { employees } = objectIn(answer, 'The answer');
      const found: Employee[] = [];
      for await (const items of inBatches(listIn(employees, 'employees')))
        for (const item of items) found.push(objectIn(item, `employees[${found.length}]`));
      return found;
    },
  };
}
