import type { Command } from 'commander';
import { requireCompany } from '../company/companies/require-company.ts';
import { OPERATOR, recordChange } from '../domain/audit/record-change.ts';
import { loadSecretKeys } from '../platform/config/secret-keys.ts';
import { toCsv } from '../platform/files/csv.ts';
import { listMonthLinks, MONTH_LINK_HEADINGS, monthLinkRow } from '../tickets/wallet/month-links.ts';
import { createWalletLinks } from '../tickets/wallet/wallet-links.ts';
import { wholeNumber } from './arguments.ts';
import { table, withDatabase } from './command.ts';

export function addTickets(program: Command): void {
  const tickets = program.command('tickets').description('list ticket links');
  const links = tickets
    .command('links')
    .description("list the wallet links of this month's tickets")
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .option('--csv', 'print CSV');
  withDatabase(links, async ({ sql }, config) => {
    const { company, csv } = links.opts<{ company: number; csv?: boolean }>();
    await requireCompany(sql, company);
    const walletLinks = createWalletLinks(config.baseUrl, await loadSecretKeys(config));
    const found = await listMonthLinks(sql, company, walletLinks);
    await recordChange(sql, company, {
      actor: OPERATOR,
      action: 'wallet-links-exported',
      subject: { type: 'company', id: company },
      details: { people: found.length },
    });
    const data = found.map(({ month, apple, google, ...ticket }) => ({
      ...ticket,
      ticketMonth: month,
      links: { apple, google },
    }));
    return { data, lines: (csv ? toCsv : table)(MONTH_LINK_HEADINGS, found.map(monthLinkRow)) };
  });
}
