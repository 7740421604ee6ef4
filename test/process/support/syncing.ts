import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { PERMISSIONS } from '../../../src/company/api-keys/permissions.ts';
import { createCompany } from '../../../src/company/companies/create-company.ts';
import { setCompany } from '../../../src/company/companies/set-company.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { connect } from '../../../src/platform/db/connect.ts';
import { surviveLostConnections } from '../../../src/platform/db/driver-faults.ts';
import { openEmbeddedDatabase } from '../../../src/platform/db/embedded/open.ts';
import type { Database, Pool, Target } from '../../../src/platform/db/types.ts';
import { type Answer, type Credentials, type Place, post, type Service } from './program.ts';

// The tests kill databases that these connections use.
surviveLostConnections((error) => {
  throw error;
});

/** Connects to the database that the processes use. */
export function lookInto(target: Target): Database {
  const database = connect(target);
  after(() => database.close());
  return database;
}

/** Connects to the embedded database of `serve`. */
export async function lookIntoPlace({ dataDir }: Place): Promise<Database> {
  const embedded = await openEmbeddedDatabase({ dataDir, purpose: 'command' });
  const database = connect(embedded.connection);
  after(async () => {
    await database.close();
    await embedded.close();
  });
  return database;
}

export interface SyncingCompany {
  readonly companyId: number;
  readonly integrationId: number;
  readonly key: Credentials;
}

export async function addSyncingCompany(sql: Pool): Promise<SyncingCompany> {
  const { id: companyId } = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
  await sql.begin((tx) => setCompany(tx, companyId, OPERATOR, { autoEnrol: true }));
  const key = await createKey(sql, companyId, OPERATOR, {
    environment: 'staging',
    name: 'test',
    permissions: PERMISSIONS,
  });
  const integrationId = await createIntegration(sql, companyId, OPERATOR, {
    name: 'HR',
    type: 'api-integration',
  });
  return { companyId, integrationId, key };
}

export function sendRoster(
  { url }: Pick<Place, 'url'>,
  { integrationId, key }: SyncingCompany,
  body: string | Readable,
): Promise<Answer> {
  return post(`${url}/hr-integrations/${integrationId}/sync`, key, body);
}

/** Sends the body in pieces with pauses, so that a test can interrupt it. */
export function slowly(body: string, pauseMs: number, onPiece: (sent: number) => void = () => {}): Readable {
  const bytes = Buffer.from(body);
  async function* pieces() {
    for (let sent = 0; sent < bytes.length; sent += 65_536) {
      onPiece(sent);
      yield bytes.subarray(sent, sent + 65_536);
      await sleep(pauseMs);
    }
  }
  return Readable.from(pieces());
}

/** Sends the roster again and again until it is accepted, as a client does. */
export async function sendUntilAccepted(
  service: Service,
  company: SyncingCompany,
  body: string,
): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const answer = await sendRoster(service, company, body).catch(() => null);
    if (answer?.status === 204) return;
    assertTellsToTryAgain(answer);
    assert(service.isRunning(), `the service has ended: ${service.stderr().slice(-6000)}`);
    assert(Date.now() < deadline, 'a roster was not accepted for two minutes');
    await sleep(50);
  }
}

/** A missing answer is allowed: the connection was lost, and the client tries again. */
export function assertTellsToTryAgain(answer: Answer | null): void {
  if (answer === null) return;
  assert.equal(answer.status, 503, answer.body);
  assert.match(answer.headers['content-type'] ?? '', /^application\/problem\+json/);
}

/** Returns the last names of the present people, each with its number of people. */
export async function lastNames(sql: Pool, { companyId }: SyncingCompany): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; count: number }[]>`
    select last_name as name, count(*) from employees e where company_id = ${companyId} and exists (
      select from hr_links l where l.company_id = e.company_id and l.employee_id = e.id
        and l.ended_at is null)
    group by 1 order by 1`;
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
