import { selectIntegrations } from '../../company/integrations/integrations-sql.ts';
import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import { emit } from '../../domain/events/emit.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { insertCustomLink, lockEmployee, touchEmployee } from './employees-sql.ts';

/** Links a person to an integration by hand, without an hrId. */
export async function linkEmployee(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  integrationId: number,
  actor: Actor,
): Promise<void> {
  await inDay(tx, companyId, 'short', async (day) => {
    if (!(await lockEmployee(tx, companyId, employeeId))) throw notFound();
    const [integration] = await selectIntegrations(tx, companyId, [integrationId]);
    if (!integration) throw notFound();
    const linkId = await insertCustomLink(tx, day, employeeId, integrationId);
    if (linkId === undefined) throw refused('already-linked');
    await touchEmployee(tx, day, employeeId);
    await emit(tx, companyId, 'employee.updated', [{ employeeId, hrIntegrationId: integrationId }]);
    await recordChange(tx, companyId, {
      actor,
      action: 'employee-linked',
      subject: { type: 'employee', id: employeeId },
      details: { integrationId },
    });
  });
}
