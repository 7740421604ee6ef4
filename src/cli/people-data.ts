import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { selectOpenYears } from '../company/handovers/open-years.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { requireEmployee } from '../people/employees/require-employee.ts';
import { eraseEmployee } from '../people/privacy/erase-employee.ts';
import { type EmployeeExport, exportEmployee } from '../people/privacy/export-employee.ts';
import { rollBackAfter } from '../platform/db/roll-back.ts';
import type { Transaction } from '../platform/db/types.ts';
import { AppError } from '../platform/errors.ts';
import { wholeNumber } from './arguments.ts';
import { withDatabase } from './command.ts';
import { confirm } from './confirm.ts';

/** Data protection rights: export and erasure of one person's data. */
export function addPeopleData(employees: Command): void {
  const take = employees
    .command('export')
    .description('print all data about a person as one JSON value')
    .argument('<id>', 'employee id', wholeNumber)
    .option('--output <folder>', 'write export.json and the uploaded files to this folder instead');
  withDatabase(take, async ({ sql }) => {
    const employeeId = Number(take.args[0]);
    const { output } = take.opts<{ output?: string }>();
    const companyId = await requireEmployee(sql, employeeId);
    const exported = await exportEmployee(sql, companyId, employeeId, OPERATOR);
    if (output === undefined) {
      const data = withContentAs(exported, (content) => ({ content: content.toString('base64') }));
      return { data, lines: [JSON.stringify(data, null, 2)] };
    }
    const files = await writeExport(exported, output);
    return { data: { companyId, employeeId, files }, lines: files };
  });

  const erase = employees
    .command('erase')
    .description('make a person who has left anonymous, after the retention period of the company')
    .argument('<id>', 'employee id', wholeNumber)
    .option('--yes', 'do not ask about years that payroll has not got yet; needed without a terminal');
  withDatabase(erase, async ({ sql, bulk }) => {
    const employeeId = Number(erase.args[0]);
    const companyId = await requireEmployee(sql, employeeId);
    const years = await selectOpenYears(sql, companyId, employeeId);
    const change = (tx: Transaction) => eraseEmployee(tx, companyId, employeeId, OPERATOR);
    if (years.length > 0) {
      await rollBackAfter(bulk, change);
      await confirm(erase, [warningOf(years)], 'Erase the person now?');
    }
    const result = await bulk.begin(change);
    return {
      data: { companyId, employeeId, ...result },
      lines: [
        result.erased
          ? `Employee ${employeeId} is erased; ${result.documentsDeleted} documents are deleted.`
          : `Employee ${employeeId} was erased before.`,
      ],
    };
  });
}

const warningOf = (years: readonly number[]) =>
  `Payroll has not got all months of ${years.join(' and ')}. Its files and the wage certificate would have the amounts without the person.`;

function withContentAs(exported: EmployeeExport, show: (content: Buffer, name: string) => object) {
  const documents = exported.documents.map(({ content, ...document }) => ({
    ...document,
    ...(content && show(content, `document-${document.id}.${document.fileType}`)),
  }));
  return { ...exported, documents };
}

/** Creates the folder if needed and the files with mode 0600. Existing files are not overwritten. */
async function writeExport(exported: EmployeeExport, folder: string): Promise<string[]> {
  const files = new Map<string, Buffer | string>();
  const data = withContentAs(exported, (content, name) => {
    files.set(name, content);
    return { file: name };
  });
  files.set('export.json', `${JSON.stringify(data, null, 2)}\n`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const [name, content] of files)
      await writeFile(join(folder, name), content, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new AppError('conflict', `The folder ${folder} cannot be written: ${error.code}.`, {
      cause: error,
    });
  }
  return [...files.keys()].map((name) => join(folder, name));
}
