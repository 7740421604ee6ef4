import type { Sql } from '../db/connect.ts';
import { ticketIdOf } from '../tickets/ticket-id.ts';
import type { Wallet, WalletLinks } from './wallet-links.ts';

export interface MonthLink extends Record<Wallet, string> {
  employeeId: number;
  firstName: string;
  lastName: string;
  email: string;
  month: string;
  ticketId: string;
}

/** The links of the running month, one line per holder of a valid ticket, to be handed out. */
export async function listMonthLinks(
  sql: Sql,
  companyId: number,
  walletLinks: WalletLinks,
): Promise<MonthLink[]> {
  const tickets = await selectMonthTickets(sql, companyId);
  return tickets.map(({ id, ...holder }) => ({
    ...holder,
    ticketId: ticketIdOf(id),
    ...walletLinks(companyId, id),
  }));
}

interface MonthTicket extends Omit<MonthLink, Wallet | 'ticketId'> {
  id: number;
}

async function selectMonthTickets(sql: Sql, companyId: number): Promise<MonthTicket[]> {
  return await sql<MonthTicket[]>`
    select t.id, e.id as "employeeId", e.first_name as "firstName", e.last_name as "lastName", e.email,
      to_char(t.month, 'YYYY-MM') as month
    from companies c
    join tickets t on t.company_id = c.id and t.voided_at is null
      and t.month = date_trunc('month', business_date(c.time_zone, c.clock_frozen_on)::timestamp)::date
    join employees e on e.company_id = t.company_id and e.id = t.employee_id
    where c.id = ${companyId}
    order by e.last_name, e.first_name, e.id`;
}
