import { storeUser } from '../accounts/create-user.ts';
import { updateNotices } from '../accounts/users-sql.ts';
import { createKey } from '../company/api-keys/create-key.ts';
import { PERMISSIONS, type Permission } from '../company/api-keys/permissions.ts';
import type { CompanyRecord } from '../company/companies/companies-sql.ts';
import { createCompany } from '../company/companies/create-company.ts';
import { createIntegration } from '../company/integrations/create-integration.ts';
import type { IntegrationType } from '../company/integrations/integration-types.ts';
import { setIntegration } from '../company/integrations/set-integration.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import type { Environment } from '../platform/config/config.ts';
import type { Pool, Transaction } from '../platform/db/types.ts';
import { generatePassword, hashPassword } from '../platform/password.ts';
import { COMPANY, INTEGRATIONS, SUBSIDY_CENTS } from './company.ts';
import { PEOPLE } from './people.ts';
import { companyCreatedAt } from './script.ts';
import { insertStory, nextDemoNumber, selectPresent } from './stories-sql.ts';
import { createTimeline } from './timeline.ts';

export interface Demo {
  company: CompanyRecord;
  portal: { email: string; password: string };
  key: { id: number; username: string; password: string; permissions: Permission[] };
  integrations: { id: number; name: string; type: IntegrationType }[];
  employeeCount: number;
}

/** Creates a demo company with its integrations, login and key. Its people come with its story, which `playStory` plays. */
export async function beginDemo(
  sql: Pool,
  environment: Environment,
  frozenOn: string | null = null,
): Promise<Demo> {
  // Hashing takes longest but runs on another thread, so it starts first and is awaited last.
  const password = generatePassword();
  const hashing = hashPassword(password);
  const { today, now } = await selectPresent(sql, frozenOn);
  return await sql.begin(async (tx) => {
    const number = await nextDemoNumber(tx);
    const name = `${COMPANY.name} (${number === 1 ? 'Demo' : `Demo ${number}`})`;
    const company = await createCompany(tx, OPERATOR, {
      ...COMPANY,
      name,
      subsidyCents: SUBSIDY_CENTS.first,
    });
    const key = await createKey(tx, company.id, OPERATOR, {
      environment,
      name: 'Demo',
      permissions: PERMISSIONS,
    });
    const integrations = [await connect(tx, company.id, 'hr'), await connect(tx, company.id, 'api')];
    const beginsAt = companyCreatedAt(createTimeline(today, now));
    await insertStory(tx, company.id, { beginsAt, today, now, isFrozen: frozenOn !== null });
    const email = number === 1 ? 'demo@example.com' : `demo-${number}@example.com`;
    const user = await storeUser(tx, company.id, OPERATOR, {
      email,
      role: 'admin',
      passwordHash: await hashing,
    });
    // The past is no news: nothing of the story is mailed.
    await updateNotices(tx, company.id, user.id, 'none');
    return {
      company: { ...company, businessDate: today },
      portal: { email, password },
      key: { id: key.id, username: key.username, password: key.password, permissions: key.permissions },
      integrations,
      employeeCount: PEOPLE.length,
    };
  });
}

/** Nobody sends rosters to the demo afterwards: without `off`, the pace of its nights would make it silent the next morning. */
async function connect(tx: Transaction, companyId: number, integration: keyof typeof INTEGRATIONS) {
  const { name, type } = INTEGRATIONS[integration];
  const id = await createIntegration(tx, companyId, OPERATOR, { name, type });
  await setIntegration(tx, companyId, id, OPERATOR, { expectEvery: 'off' });
  return { id, name, type };
}
