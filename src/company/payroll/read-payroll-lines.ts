import { rowsInBatches } from '../../platform/db/batches.ts';
import type { ReadBatch, Sql } from '../../platform/db/types.ts';
import { fillNumbers } from '../statements/read-statement.ts';
import { type PayrollLine, selectKeys, selectPayrollLines } from './payroll-lines-sql.ts';
import type { PayrollMonth } from './payroll-month.ts';

/** The lines of a month's payroll files, by name, in batches. */
export function readPayrollLines(
  read: ReadBatch,
  of: PayrollMonth,
  { withheldOnly = false }: { withheldOnly?: boolean } = {},
): AsyncGenerator<PayrollLine[]> {
  const { companyId, settings, isFrozen } = of;
  return rowsInBatches(
    read,
    (sql) => selectKeys(sql, of, { withheldOnly }),
    async (sql, keys) => {
      const lines = await selectPayrollLines(sql, of, { basis: settings.taxFreeBasis, keys });
      return isFrozen ? lines : await fillNumbers(sql, companyId, lines);
    },
  );
}

/** All lines at once, for sums and digests. */
export async function readAllPayrollLines(sql: Sql, of: PayrollMonth): Promise<PayrollLine[]> {
  const lines = await selectPayrollLines(sql, of, { basis: of.settings.taxFreeBasis });
  return of.isFrozen ? lines : await fillNumbers(sql, of.companyId, lines);
}
