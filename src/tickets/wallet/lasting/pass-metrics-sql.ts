import type { Sql } from '../../../platform/db/types.ts';
import type { Wallet } from '../wallet-links.ts';

/** Devices, and objects of Google, that have not been notified of the latest change of their pass, by wallet. */
export type PassFigures = Partial<Record<Wallet, { waiting: number; failing: number }>>;

/** Figures for operators about the passes of all companies. */
export async function selectPassFigures(sql: Sql): Promise<PassFigures> {
  const rows = await sql<{ wallet: Wallet; waiting: number; failing: number }[]>`
    select wallet, count(*) filter (where failed_attempts = 0)::int as waiting,
      count(*) filter (where failed_attempts > 0)::int as failing
    from pass_registrations where told_number < wanted_number group by wallet`;
  return Object.fromEntries(rows.map(({ wallet, ...figures }) => [wallet, figures]));
}
