import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OPERATOR } from '../src/audit/record-change.ts';
import { createCompany } from '../src/companies/create-company.ts';
import { lockCompany } from '../src/companies/lock-company.ts';
import { connect, type Pool, type Transaction } from '../src/db/connect.ts';
import { openEmbeddedDatabase } from '../src/db/embedded/open.ts';
import { allowLongStatements } from '../src/db/long-statements.ts';
import { migrate } from '../src/db/migrate.ts';
import { insertTickets } from '../src/tickets/sql.ts';
import { inTurn, time } from './measure.ts';
import { progress } from './progress.ts';

const ROUNDS = 3;
const CHUNK = 50_000;
const MONTH = '2026-11-01';
const LAST_DAY = '2026-11-30';

/**
 * Milliseconds for a month's tickets of a company in which everybody is entitled and nobody contributes: by a plain
 * INSERT … SELECT of the same rows, and by the monthly issue. Both fill the same table, empty at the start of each go,
 * with all its constraints and indexes, and commit.
 */
export async function compareIssues(
  sql: Pool,
  people: number,
): Promise<{ baseline: number; subject: number }> {
  const companyId = await fillEntitled(sql, people);
  const go = async (issue: (tx: Transaction) => Promise<number>) => {
    await sql`truncate tickets`;
    const took = await time(() =>
      sql.begin(async (tx) => {
        await allowLongStatements(tx);
        const issued = await issue(tx);
        if (issued !== people) throw new Error(`${issued} tickets for ${people} people`);
      }),
    );
    progress(`${people} tickets in ${Math.round(took)} ms`);
    return took;
  };
  return await inTurn(
    ROUNDS,
    () =>
      go(async (tx) => {
        const inserted = await tx`
          insert into tickets (company_id, employee_id, month, valid_from, valid_until)
          select company_id, id, ${MONTH}, ${MONTH}, ${LAST_DAY} from employees where company_id = ${companyId}`;
        return inserted.count;
      }),
    () =>
      go(async (tx) => {
        const day = { ...(await lockCompany(tx, companyId)), today: MONTH };
        return await insertTickets(tx, day, { month: MONTH, judgedOn: MONTH, validFrom: MONTH });
      }),
  );
}

async function fillEntitled(sql: Pool, people: number): Promise<number> {
  const { id: companyId } = await createCompany(sql, OPERATOR, { name: 'Issue' });
  for (let from = 1; from <= people; from += CHUNK) {
    progress(`issue: filling ${from - 1} of ${people} people`);
    await sql`
      insert into employees (company_id, first_name, last_name, email, date_of_birth, term_number, term_start)
      select ${companyId}, 'Ada' || n % 997, 'Beispiel' || n % 9973, 'ada' || n || '@beispiel.example',
        date '1960-01-01' + (n % 15000)::int, 1, '2026-01-01'
      from generate_series(${from}::bigint, ${Math.min(from + CHUNK - 1, people)}::bigint) n`;
  }
  const connection = await sql.reserve();
  await connection`set statement_timeout = 0`;
  await connection`vacuum (analyze) employees`;
  await connection`set statement_timeout to default`;
  connection.release();
  return companyId;
}

/** Alone, for tries: node bench/issue.ts --people 100000 */
if (import.meta.main) {
  const { values } = parseArgs({ options: { people: { type: 'string', default: '1000000' } } });
  const dataDir = await mkdtemp(join(tmpdir(), 'transit-bench-'));
  const embedded = await openEmbeddedDatabase({ dataDir, purpose: 'command' });
  const database = connect(embedded.connection);
  try {
    await migrate(database.sql);
    const { baseline, subject } = await compareIssues(database.sql, Number(values.people));
    console.log({ baseline, subject, ratio: subject / baseline });
  } finally {
    await database.close();
    await embedded.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
