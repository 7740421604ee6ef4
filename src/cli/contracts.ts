import { type Command, Option } from 'commander';
import { OPERATOR } from '../audit/record-change.ts';
import { requireCompany } from '../companies/require-company.ts';
import { contractLink } from '../contracts/contract-links.ts';
import { contractTable, withLinks } from '../contracts/contract-table.ts';
import { CONTRACT_STATES, type ContractState, listContracts } from '../contracts/list-contracts.ts';
import { toCsv } from '../files/csv.ts';
import { loadSecretKeys } from '../secret-keys.ts';
import { offerNewTerms } from '../subscriptions/offer-new-terms.ts';
import { wholeNumber } from './arguments.ts';
import { table, withDatabase, withTransaction } from './command.ts';

export function addContracts(program: Command): void {
  const contracts = program.command('contracts').description('contracts that have been offered to employees');
  const list = contracts
    .command('list')
    .description("a company's contracts, with the links for those that wait for an answer")
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .addOption(new Option('--status <status>', 'only these').choices(CONTRACT_STATES))
    .option('--csv', 'print CSV, for a mail merge or a spreadsheet');
  withDatabase(list, async ({ sql }, config) => {
    const { company, status, csv } = list.opts<{ company: number; status?: ContractState; csv?: boolean }>();
    await requireCompany(sql, company);
    const linkTo = contractLink(config.baseUrl, await loadSecretKeys(config));
    const data = withLinks(await listContracts(sql, company, status ? { statuses: [status] } : {}), linkTo);
    const { headings, rows } = contractTable(data);
    return { data, lines: csv ? toCsv(headings, rows) : table(headings, rows) };
  });

  const renew = contracts
    .command('offer-new-terms')
    .description('offer the present amounts to everybody whose contract names others')
    .requiredOption('--company <id>', 'company id', wholeNumber);
  withTransaction(renew, async (tx) => {
    const { company } = renew.opts<{ company: number }>();
    await requireCompany(tx, company);
    const { offered } = await offerNewTerms(tx, company, OPERATOR);
    return { data: { offered }, lines: [`New terms were offered to ${offered} employees.`] };
  });
}
