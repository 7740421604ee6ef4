import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { CompanyDay } from '../../domain/day/company-day.ts';
import type { Sql, Transaction } from '../../platform/db/types.ts';
import { inDay } from '../issue/open-day.ts';
import { type Standing, selectStandings } from './amounts-sql.ts';
import { offerRises } from './follow-amounts.ts';
import { lockEmployees } from './terms-sql.ts';

/**
 * Offers the current amounts to all people who pay less by their contract and have no open offer: they have let new
 * terms lapse or have rejected them. An end by rejected terms stays until the new ones are accepted.
 */
export async function offerNewTerms(
  tx: Transaction,
  companyId: number,
  actor: Actor,
): Promise<{ offered: number }> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const asked = await selectWithoutOffer(tx, day);
    await lockEmployees(
      tx,
      day,
      asked.map(({ employeeId }) => employeeId),
    );
    await offerRises(tx, day, asked);
    await recordChange(tx, companyId, {
      actor,
      action: 'new-terms-offered',
      subject: { type: 'company', id: companyId },
      details: { offered: asked.length },
    });
    return { offered: asked.length };
  });
}

async function selectWithoutOffer(sql: Sql, day: CompanyDay): Promise<Standing[]> {
  const standings = await selectStandings(sql, day);
  return standings.filter(({ rise, endsBefore, openOffer }) => rise && !endsBefore && openOffer === null);
}
