import { selectCompany } from '../src/company/companies/companies-sql.ts';
import { createCompany } from '../src/company/companies/create-company.ts';
import { setCompany } from '../src/company/companies/set-company.ts';
import { exportDatev } from '../src/company/datev/export-datev.ts';
import { setDatevClients } from '../src/company/datev/set-datev-clients.ts';
import { handOver } from '../src/company/handovers/hand-over.ts';
import { takeBackHandover } from '../src/company/handovers/take-back.ts';
import { exportPayroll } from '../src/company/payroll/export-payroll.ts';
import { exportTaxFree, exportTaxFreeYear } from '../src/company/payroll/export-tax-free.ts';
import { readMonthNow } from '../src/company/payroll/payroll-month.ts';
import { exportStatement } from '../src/company/statements/export-statement.ts';
import type { StatementFile } from '../src/company/statements/statement-file.ts';
import { OPERATOR } from '../src/domain/audit/record-change.ts';
import { DATEV_FORMATS } from '../src/domain/plans/datev-formats.ts';
import type { Pool } from '../src/platform/db/types.ts';
import { CSV_STYLES, toCsvText } from '../src/platform/files/csv.ts';
import { benchDatabase } from './database.ts';
import { median, time } from './measure.ts';
import { progress } from './progress.ts';
import { atMost, type Group, milliseconds, withoutGoal } from './row.ts';

const NAME = 'payroll files of 20,000 people';
const HANDOVER = 'payroll files of 20,000 people, handing over and taking back';
const PEOPLE = 20_000;
const ROUNDS = 5;
const YEAR = 2026;
const MONTH = '2026-11';
const LANGUAGE = 'de';

/**
 * Writes each file of a month for payroll as its route does, without HTTP. The months before have charges too. The goal
 * is two seconds for each.
 */
export const payrollFiles: Group = {
  names: [NAME, HANDOVER],
  run: async () => {
    const { bulk } = await benchDatabase();
    const companyId = await fillCharges(bulk);
    const files = await filesOf(bulk, companyId);
    const took: [string, number][] = [];
    for (const [name, write] of files) took.push([name, await measure(write)]);
    const slowest = Math.max(...took.map(([, ms]) => ms));
    const handingOver = await measure(() => handOverAndTakeBack(bulk, companyId));
    return [
      {
        name: NAME,
        ...atMost(1, slowest / LIMIT_MS),
        measured: took.map(([name, ms]) => `${name} ${milliseconds(ms)}`).join(', '),
        baseline: `${LIMIT_MS} ms for each`,
      },
      {
        name: HANDOVER,
        ...withoutGoal(handingOver / slowest),
        measured: milliseconds(handingOver),
        baseline: `the slowest file ${milliseconds(slowest)}`,
      },
    ];
  },
};

const LIMIT_MS = 2_000;

async function measure(work: () => Promise<unknown>): Promise<number> {
  await work();
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await time(work));
  return median(rounds);
}

async function handOverAndTakeBack(bulk: Pool, companyId: number): Promise<void> {
  await bulk.begin((tx) => handOver(tx, companyId, OPERATOR, { month: MONTH, language: LANGUAGE }));
  await bulk.begin((tx) => takeBackHandover(tx, companyId, OPERATOR, { month: MONTH, reason: 'measured' }));
}

async function filesOf(bulk: Pool, companyId: number): Promise<[string, () => Promise<unknown>][]> {
  const company = await selectCompany(bulk, companyId);
  if (!company) throw new Error('the company is missing');
  const read = <Result>(work: (pool: Pool) => Promise<Result>) => work(bulk);
  const of = await readMonthNow(bulk, companyId, { month: MONTH, language: LANGUAGE });
  const wanted = { month: MONTH, language: LANGUAGE } as const;
  return [
    ['statement', () => write(exportStatement(read, company, wanted))],
    ['payroll', () => write(exportPayroll(read, of))],
    ['tax-free', () => write(exportTaxFree(read, of))],
    ['year', () => write(exportTaxFreeYear(read, company, { year: YEAR, language: LANGUAGE }))],
    ...DATEV_FORMATS.map((format): [string, () => Promise<unknown>] => [
      format,
      () => exportDatev(read, of, { format, isSample: false }),
    ]),
  ];
}

async function write<Line>({ headings, batches, toRow }: StatementFile<Line>): Promise<void> {
  const style = CSV_STYLES[LANGUAGE];
  let size = toCsvText([headings], style).length;
  for await (const batch of batches) size += toCsvText(batch.map(toRow), style).length;
  if (size < PEOPLE) throw new Error(`a file of ${size} characters`);
}

/** A company whose people pay a share from their salary, with a charge and a receipt in each month of the year until the one that is written. */
async function fillCharges(sql: Pool): Promise<number> {
  progress(`${NAME}: filling`);
  const { id: companyId } = await createCompany(sql, OPERATOR, { name: 'Payroll', subsidyCents: 2_500 });
  await sql`update companies set clock_frozen_on = ${`${MONTH}-20`}, issued_through = ${`${MONTH}-01`} where id = ${companyId}`;
  await sql.begin((tx) => setCompany(tx, companyId, OPERATOR, { wageType: '800' }));
  await sql.begin((tx) =>
    setDatevClients(tx, companyId, OPERATOR, () =>
      ['Nord GmbH', 'Süd AG'].map((legalEntity, index) => ({
        ...{ legalEntity, adviserNumber: 1_234_567, clientNumber: 100 + index },
        ...{ withheldWageType: 9_010, withheldKey: 3, taxFreeWageType: 9_020, taxFreeKey: 2 },
      })),
    ),
  );
  await sql`
    insert into employees (company_id, first_name, last_name, email, date_of_birth, plan_type, told_status)
    select ${companyId}, 'Ada' || n % 997, 'Beispiel' || n % 9973, 'ada' || n || '@lohn.example', '1980-01-01', 'deferred-plan',
      'no-subscription'
    from generate_series(1, ${PEOPLE}::int) n`;
  await sql`
    with charged as (
      insert into charges (company_id, employee_id, month, booked_in, plan_type, price_cents, discount_cents, employer_cents,
        employee_cents, personnel_number, cost_centre, legal_entity)
      select company_id, id, month, month, 'deferred-plan', 6300, 315, 2500, 3485, (100000 + id % 800000)::text, (id % 50)::text,
        case when id % 3 = 0 then 'Süd AG' else 'Nord GmbH' end
      from employees cross join generate_series(${`${YEAR}-01-01`}::date, ${`${MONTH}-01`}::date, interval '1 month') month
      where company_id = ${companyId}
      returning company_id, id, employee_id, month
    )
    insert into documents (company_id, employee_id, kind, name, file_type, downloadable, charge_id, receipt)
    select company_id, employee_id, 'receipt', 'Beleg', 'pdf', true, id, jsonb_build_object('number', row_number() over (order by id))
    from charged`;
  const connection = await sql.reserve();
  await connection`set statement_timeout = 0`;
  await connection`vacuum (analyze) employees, charges, documents`;
  await connection`set statement_timeout to default`;
  connection.release();
  return companyId;
}
