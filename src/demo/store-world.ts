import { createIntegration } from '../company/integrations/create-integration.ts';
import type { IntegrationType } from '../company/integrations/integration-types.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import type { OpenDay } from '../domain/day/company-day.ts';
import type { Transaction } from '../platform/db/types.ts';
import { storeUpload } from '../tickets/documents/store-upload.ts';
import {
  insertCharges,
  insertReceipts,
  insertRows,
  insertTickets,
  reissueTicket,
  setAnnounced,
  setIntegrationHistory,
  signAmounts,
} from './demo-sql.ts';
import type { DemoDocument } from './documents.ts';
import { insertEvents } from './events-sql.ts';
import { PEOPLE } from './people.ts';
import { storeOffers } from './store-offers.ts';
import type { Timeline } from './timeline.ts';
import { INTEGRATIONS, type World } from './world.ts';

interface StoredIntegration {
  id: number;
  name: string;
  type: IntegrationType;
}

export async function storeWorld(
  tx: Transaction,
  day: OpenDay,
  world: World,
  timeline: Timeline,
): Promise<StoredIntegration[]> {
  const employees = world.employees.map(({ row }) => row);
  await insertRows(tx, day, 'employees', employees);
  await insertRows(tx, day, 'past_terms', world.pastTerms);
  await storeOffers(tx, day, world);
  await signAmounts(tx, day);
  await setAnnounced(tx, day);
  const hr = await storeIntegration(tx, day, 'hr', world, timeline);
  const api = await storeIntegration(tx, day, 'api', world, timeline);
  const links = world.links.map(({ integration, row }) => ({
    ...row,
    integration_id: integration === 'hr' ? hr.id : api.id,
  }));
  await insertRows(tx, day, 'hr_links', links);
  await insertTickets(tx, day, timeline.now);
  await insertCharges(tx, day);
  await insertReceipts(tx, day);
  for (const [index, { id }] of world.employees.entries())
    if (PEOPLE[index]?.ticketReissued) await reissueTicket(tx, day, id, timeline.now);
  await insertEvents(tx, day, timeline.now);
  return [hr, api];
}

async function storeIntegration(
  tx: Transaction,
  day: OpenDay,
  key: keyof typeof INTEGRATIONS,
  world: World,
  timeline: Timeline,
): Promise<StoredIntegration> {
  const { name, type, since } = INTEGRATIONS[key];
  const id = await createIntegration(tx, day.companyId, OPERATOR, { name, type });
  const runs = world.runs[key].map((row) => ({ ...row, integration_id: id }));
  await insertRows(tx, day, 'sync_runs', runs);
  const createdAt = timeline.moment(timeline.day(since, 3), '10:00:00');
  await setIntegrationHistory(tx, day.companyId, id, createdAt);
  return { id, name, type };
}

/**
 * Pipelined: the statements run one after the other on the transaction's connection without waiting for
 * answers.
 */
export async function storeDocuments(
  tx: Transaction,
  companyId: number,
  world: World,
  documents: readonly DemoDocument[],
): Promise<void> {
  await Promise.all(
    documents.map(({ owner, bytes, ...upload }) =>
      storeUpload(tx, companyId, { employeeId: world.employees[owner]?.id ?? 0, ...upload }, bytes),
    ),
  );
}
