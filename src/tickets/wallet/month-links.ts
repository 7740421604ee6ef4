import { matchesName } from '../../domain/person/matches-name-sql.ts';
import { byName } from '../../domain/person/order-sql.ts';
import { rowsInBatches } from '../../platform/db/batches.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { type Page, type PageRequest, pageOfRows } from '../../platform/db/pages.ts';
import type { ReadBatch, Sql } from '../../platform/db/types.ts';
import { ticketIdOf } from '../issue/ticket-id.ts';
import type { Wallet, WalletLinks } from './wallet-links.ts';

export interface MonthLink extends Record<Wallet, string> {
  employeeId: number;
  firstName: string;
  lastName: string;
  email: string;
  month: string;
  ticketId: string;
}

export interface LinkFilter {
  /** In the holder's name or e-mail address. */
  search?: string;
}

/** Lists the wallet links of the current month, one line per holder of a valid ticket. */
export async function listMonthLinks(
  sql: Sql,
  companyId: number,
  walletLinks: WalletLinks,
): Promise<MonthLink[]> {
  const tickets = await sql<MonthTicket[]>`${monthTickets(sql, companyId, {})} ${inOrder(sql)}`;
  return tickets.map((ticket) => toLink(ticket, companyId, walletLinks));
}

/** For exports: a company may have hundreds of thousands. */
export function readMonthLinks(
  read: ReadBatch,
  companyId: number,
  walletLinks: WalletLinks,
  filter: LinkFilter,
): AsyncGenerator<MonthLink[]> {
  return rowsInBatches(
    read,
    async (sql) => {
      const [found] = await sql<{ ids: number[] }[]>`
        select array(select id from (${monthTickets(sql, companyId, filter)} ${inOrder(sql)}) found) as ids`;
      return found?.ids ?? [];
    },
    async (sql, ids) => {
      const tickets = await sql<MonthTicket[]>`
        ${monthTickets(sql, companyId, {})} and t.id = any(${ids}::bigint[]) ${inOrder(sql)}`;
      return tickets.map((ticket) => toLink(ticket, companyId, walletLinks));
    },
  );
}

export async function pageOfMonthLinks(
  sql: Sql,
  companyId: number,
  walletLinks: WalletLinks,
  filter: LinkFilter,
  request: PageRequest,
): Promise<Page<MonthLink>> {
  const { total, items } = await pageOfRows<MonthTicket>(
    sql,
    monthTickets(sql, companyId, filter),
    inOrder(sql),
    request,
  );
  return { total, items: items.map((ticket) => toLink(ticket, companyId, walletLinks)) };
}

/** The columns for a terminal or a file. */
export function monthLinkRow(link: MonthLink) {
  return [
    link.employeeId,
    link.firstName,
    link.lastName,
    link.email,
    link.month,
    link.ticketId,
    link.apple,
    link.google,
  ];
}

export const MONTH_LINK_HEADINGS = [
  'EMPLOYEE',
  'FIRST NAME',
  'LAST NAME',
  'E-MAIL',
  'MONTH',
  'TICKET',
  'APPLE',
  'GOOGLE',
];

function toLink({ id, ...holder }: MonthTicket, companyId: number, walletLinks: WalletLinks): MonthLink {
  return { ...holder, ticketId: ticketIdOf(id), ...walletLinks(companyId, id) };
}

interface MonthTicket extends Omit<MonthLink, Wallet | 'ticketId'> {
  id: number;
}

const inOrder = (sql: Sql): Fragment => sql`order by ${byName(sql)}`;

function monthTickets(sql: Sql, companyId: number, { search }: LinkFilter): Fragment {
  return sql`
    select t.id, e.id as "employeeId", e.first_name as "firstName", e.last_name as "lastName", e.email,
      to_char(t.month, 'YYYY-MM') as month
    from companies c
    join tickets t on t.company_id = c.id and t.voided_at is null
      and t.month = date_trunc('month', business_date(c.time_zone, c.clock_frozen_on)::timestamp)::date
    join employees e on e.company_id = t.company_id and e.id = t.employee_id
    where c.id = ${companyId} ${search ? sql`and ${matchesName(sql, 'e', search)}` : sql``}`;
}
