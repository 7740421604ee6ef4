import { storeUser } from '../accounts/create-user.ts';
import { hashPassword, newPortalPassword } from '../accounts/password.ts';
import { createKey } from '../company/api-keys/create-key.ts';
import { PERMISSIONS, type Permission } from '../company/api-keys/permissions.ts';
import type { CompanyRecord } from '../company/companies/companies-sql.ts';
import { createCompany } from '../company/companies/create-company.ts';
import type { IntegrationType } from '../company/integrations/integration-types.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import type { Environment } from '../platform/config/config.ts';
import { drawIds } from '../platform/db/draw-ids.ts';
import { allowLong } from '../platform/db/limit-transactions.ts';
import type { Pool, Transaction } from '../platform/db/types.ts';
import { inDay } from '../tickets/issue/open-day.ts';
import { nextDemoNumber, setCompanyHistory } from './demo-sql.ts';
import { renderDocuments } from './documents.ts';
import { PEOPLE } from './people.ts';
import { storeDocuments, storeWorld } from './store-world.ts';
import { readTimeline, type Timeline } from './timeline.ts';
import { buildWorld, COMPANY, outline, type World } from './world.ts';

export interface Demo {
  company: CompanyRecord;
  portal: { email: string; password: string };
  key: { id: number; username: string; password: string; permissions: Permission[] };
  integrations: { id: number; name: string; type: IntegrationType }[];
  employeeCount: number;
}

/**
 * Creates a company with people in every state, always the same relative to the business date. Each call
 * creates another company. `frozenOn` freezes its clock, so that tests can look at other days.
 */
export async function createDemo(
  sql: Pool,
  environment: Environment,
  { frozenOn = null }: { frozenOn?: string | null } = {},
): Promise<Demo> {
  // Hashing takes longest but runs on another thread, so it starts first and is awaited last.
  const password = newPortalPassword();
  const hashing = hashPassword(password);
  const timeline = await readTimeline(sql, frozenOn);
  const world = await prepareWorld(sql, timeline);
  const since = world.employees.map(({ createdAt }) => createdAt);
  const documents = await renderDocuments(timeline, COMPANY.name, since);
  return await sql.begin(async (tx) => {
    // Nobody has a key of the company yet.
    allowLong(tx);
    const number = await nextDemoNumber(tx);
    const company = await createDemoCompany(tx, number, timeline, frozenOn);
    const key = await createKey(tx, company.id, OPERATOR, {
      environment,
      name: 'Demo',
      permissions: PERMISSIONS,
    });
    // Its history says that this month is issued: opening the day issues nothing.
    const integrations = await inDay(tx, company.id, 'unlimited', async (day) => {
      const stored = await storeWorld(tx, day, world, timeline);
      await storeDocuments(tx, company.id, world, documents);
      return stored;
    });
    const email = number === 1 ? 'demo@example.com' : `demo-${number}@example.com`;
    await storeUser(tx, company.id, OPERATOR, { email, role: 'admin', passwordHash: await hashing });
    return {
      company,
      portal: { email, password },
      key: { id: key.id, username: key.username, password: key.password, permissions: key.permissions },
      integrations,
      employeeCount: PEOPLE.length,
    };
  });
}

async function prepareWorld(sql: Pool, timeline: Timeline): Promise<World> {
  const plan = outline(timeline);
  const { hr, api } = plan.nights;
  const [employees, offers, runs] = await Promise.all([
    drawIds(sql, 'employees', PEOPLE.length),
    drawIds(sql, 'contract_offers', plan.offers.flat().length),
    drawIds(sql, 'sync_runs', hr.length + api.length),
  ]);
  return buildWorld(timeline, plan, {
    employees,
    offers,
    runs: { hr: runs.slice(0, hr.length), api: runs.slice(hr.length) },
  });
}

async function createDemoCompany(
  tx: Transaction,
  number: number,
  timeline: Timeline,
  frozenOn: string | null,
): Promise<CompanyRecord> {
  const { name: baseName, since: _, ...settings } = COMPANY;
  const name = `${baseName} (${number === 1 ? 'Demo' : `Demo ${number}`})`;
  const company = await createCompany(tx, OPERATOR, { name, ...settings });
  const createdAt = timeline.moment(timeline.day(COMPANY.since, 2), '09:00:00');
  await setCompanyHistory(tx, company.id, { createdAt, issuedThrough: timeline.month(0), frozenOn });
  return { ...company, businessDate: timeline.today, createdAt };
}
