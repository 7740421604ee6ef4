import { type Command, Option } from 'commander';
import { OPERATOR, recordChange } from '../audit/record-change.ts';
import { requireCompany } from '../companies/require-company.ts';
import { contractLink } from '../contracts/contract-links.ts';
import { CONTRACT_HEADINGS, contractRow, withLinks } from '../contracts/contract-table.ts';
import { CONTRACT_STATES, type ContractState, listContracts } from '../contracts/list-contracts.ts';
import { runLongChange } from '../day/long-change.ts';
import { toCsv } from '../files/csv.ts';
import { loadSecretKeys } from '../secret-keys.ts';
import { offerNewTerms } from '../subscriptions/offer-new-terms.ts';
import { wholeNumber } from './arguments.ts';
import { table, withDatabase } from './command.ts';

export function addContracts(program: Command): void {
  const contracts = program.command('contracts').description('list and offer contracts');
  const list = contracts
    .command('list')
    .description("list a company's contracts, with links to the open offers")
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .addOption(new Option('--status <status>', 'only contracts with this status').choices(CONTRACT_STATES))
    .option('--csv', 'print CSV');
  withDatabase(list, async ({ sql }, config) => {
    const { company, status, csv } = list.opts<{ company: number; status?: ContractState; csv?: boolean }>();
    await requireCompany(sql, company);
    const linkTo = contractLink(config.baseUrl, await loadSecretKeys(config));
    const found = await listContracts(sql, company, status ? { statuses: [status] } : {});
    const data = await withLinks(sql, company, found, linkTo, OPERATOR);
    await recordChange(sql, company, {
      actor: OPERATOR,
      action: 'contract-links-exported',
      subject: { type: 'company', id: company },
      details: { people: data.length },
    });
    return { data, lines: (csv ? toCsv : table)(CONTRACT_HEADINGS, data.map(contractRow)) };
  });

  const renew = contracts
    .command('offer-new-terms')
    .description(
      'offer the current amounts again to employees who pay less and have let new terms lapse or rejected them',
    )
    .requiredOption('--company <id>', 'company id', wholeNumber);
  withDatabase(renew, async ({ bulk }) => {
    const { company } = renew.opts<{ company: number }>();
    await requireCompany(bulk, company);
    const { offered } = await runLongChange(bulk, company, (tx) => offerNewTerms(tx, company, OPERATOR));
    return { data: { offered }, lines: [`New terms were offered to ${offered} employees.`] };
  });
}
