import { type Command, Option } from 'commander';
import { requireCompany } from '../company/companies/require-company.ts';
import { OPERATOR, recordChange } from '../domain/audit/record-change.ts';
import { runLongChange } from '../domain/day/long-change.ts';
import { loadSecretKeys } from '../platform/config/secret-keys.ts';
import { toCsv } from '../platform/files/csv.ts';
import { contractLink } from '../tickets/contracts/contract-links.ts';
import { CONTRACT_HEADINGS, contractRow, withLinks } from '../tickets/contracts/contract-table.ts';
import { CONTRACT_STATES, type ContractState, listContracts } from '../tickets/contracts/list-contracts.ts';
import { remindOpen } from '../tickets/contracts/remind-open.ts';
import { offerNewTerms } from '../tickets/subscriptions/offer-new-terms.ts';
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

  const remind = contracts
    .command('remind')
    .description('mail everybody who has not answered a contract, at most once a day')
    .requiredOption('--company <id>', 'company id', wholeNumber);
  withDatabase(remind, async ({ sql }) => {
    const { company } = remind.opts<{ company: number }>();
    await requireCompany(sql, company);
    const counts = await sql.begin((tx) => remindOpen(tx, company, OPERATOR));
    return {
      data: counts,
      lines: [
        `Reminders queued: ${counts.remind}. First mails queued: ${counts.offer}.`,
        `Left out: ${counts.recent} mailed in the last 24 hours, ${counts.undeliverable} undeliverable, ${counts.paused} paused.`,
      ],
    };
  });
}
