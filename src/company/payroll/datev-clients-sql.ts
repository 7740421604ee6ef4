import type { Sql } from '../../platform/db/types.ts';

/** Where the payroll of a legal entity is booked. */
export interface DatevClient {
  /** Empty: the company itself, for people without a legal entity. */
  legalEntity: string;
  adviserNumber: number;
  clientNumber: number;
  /** Null: these lines are left out. */
  withheldWageType: number | null;
  /** The processing key of LODAS. */
  withheldKey: number | null;
  taxFreeWageType: number | null;
  taxFreeKey: number | null;
}

/** By name; the company itself first. */
export async function selectDatevClients(sql: Sql, companyId: number): Promise<DatevClient[]> {
  return await sql<DatevClient[]>`
    select legal_entity as "legalEntity", adviser_number as "adviserNumber", client_number as "clientNumber",
      withheld_wage_type as "withheldWageType", withheld_key as "withheldKey",
      tax_free_wage_type as "taxFreeWageType", tax_free_key as "taxFreeKey"
    from datev_clients where company_id = ${companyId} order by legal_entity`;
}

export async function replaceDatevClients(
  sql: Sql,
  companyId: number,
  clients: readonly DatevClient[],
): Promise<void> {
  await sql`delete from datev_clients where company_id = ${companyId}`;
  for (const client of clients)
    await sql`
      insert into datev_clients (company_id, legal_entity, adviser_number, client_number, withheld_wage_type, withheld_key,
        tax_free_wage_type, tax_free_key)
      values (${companyId}, ${client.legalEntity}, ${client.adviserNumber}, ${client.clientNumber}, ${client.withheldWageType},
        ${client.withheldKey}, ${client.taxFreeWageType}, ${client.taxFreeKey})`;
}

/** One change at a time: two that replace all would mix. */
export async function lockDatevClients(sql: Sql, companyId: number): Promise<void> {
  await sql`select from companies where id = ${companyId} for no key update`;
}
