import { WHOLE_COMPANY } from '../../src/domain/access/scope.ts';
import { listEmployees } from '../../src/people/employees/list-employees.ts';
import type { ListOrder } from '../../src/platform/db/pages.ts';
import type { Pool } from '../../src/platform/db/types.ts';
import { type BenchDatabase, benchDatabase } from '../database.ts';
import { inTurn, time } from '../measure.ts';
import { type BenchCompany, fillCompany } from '../people.ts';
import { progress } from '../progress.ts';
import { atMost, type Group, milliseconds, type Row } from '../row.ts';
import { LIST_CASES, type ListCase } from './cases.ts';

const ROUNDS = 7;
const PER_PAGE = 10;
/** People of another company, so that the filter by company matters. */
const NEIGHBOURS = 5_000;

const nameOf = ({ name }: ListCase) => `list, ${name}`;

/**
 * Measures each list through the function behind `GET /employees`, against a plain count of the same company.
 */
export const lists: Group = {
  names: LIST_CASES.map(nameOf),
  run: async (people, isWanted) => {
    const database = await benchDatabase();
    await fillCompany(database.sql, 'Neighbours', NEIGHBOURS);
    const company = await fillCompany(database.sql, 'Large company', people);
    const rows: Row[] = [];
    for (const listCase of LIST_CASES.filter((each) => isWanted(nameOf(each))))
      rows.push(await compare(database, company, listCase));
    return rows;
  },
};

async function compare(database: BenchDatabase, company: BenchCompany, listCase: ListCase): Promise<Row> {
  const reader = { companyId: company.companyId, signal: new AbortController().signal };
  return await database.lists.read(reader, (sql) => compareOn(sql, company, listCase));
}

async function compareOn(sql: Pool, company: BenchCompany, listCase: ListCase): Promise<Row> {
  progress(nameOf(listCase));
  const { companyId, people } = company;
  const filter = listCase.filter(company);
  const order: ListOrder = {
    page: 1 + Math.floor((people * (listCase.depth ?? 0)) / PER_PAGE),
    perPage: PER_PAGE,
    sortField: listCase.sortField ?? 'id',
    sortOrder: 'desc',
  };
  let total = 0;
  const { baseline, subject } = await inTurn(
    ROUNDS,
    () => time(() => sql`select count(*) from employees where company_id = ${companyId}`),
    () =>
      time(async () => {
        ({ total } = await listEmployees(sql, companyId, WHOLE_COMPANY, filter, order));
      }),
  );
  return {
    name: nameOf(listCase),
    ...atMost(5, subject / baseline),
    measured: `${milliseconds(subject)} for ${total} of ${people}`,
    baseline: `count(*) ${milliseconds(baseline)}`,
  };
}
