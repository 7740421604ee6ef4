import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '../../src/company/api-keys/create-key.ts';
import { PERMISSIONS } from '../../src/company/api-keys/permissions.ts';
import { createCompany } from '../../src/company/companies/create-company.ts';
import { createIntegration } from '../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { SERVICE_FLAGS, startChild, stopChild } from '../child.ts';
import { whenGroupDone } from '../clean-up.ts';
import { type BenchDatabase, benchDatabase, temporaryFolder } from '../database.ts';
import type { Listening, PeakMemory, ServiceTask } from './messages.ts';
import { type BenchRoster, bodyOf } from './roster.ts';

export interface Service {
  port: number;
  child: ChildProcess;
}

const UNLIMITED = { RATE_LIMIT_PER_MINUTE: '0', REQUESTS_AT_ONCE: '0' };

/** Starts the service in a child process, so that its memory can be measured. */
export async function startService(
  environment: Record<string, string> = UNLIMITED,
  database?: BenchDatabase,
): Promise<Service> {
  const { server } = database ?? (await benchDatabase());
  const module = new URL('service.ts', import.meta.url);
  const { child, answer } = await startChild<ServiceTask, Listening>(
    module,
    // The service keeps the certificates of specimens there.
    { target: server.target, environment: { DATA_DIR: await temporaryFolder(), ...environment } },
    SERVICE_FLAGS,
  );
  whenGroupDone(() => stopChild(child));
  return { port: answer.port, child };
}

export async function peakMemory({ child }: Service): Promise<number> {
  child.send({});
  const [answer] = (await once(child, 'message')) as [PeakMemory];
  return answer.bytes;
}

export interface Client {
  companyId: number;
  integrationId: number;
  authorization: string;
  /** Sends a roster. Resolves to its syncId when the service has accepted it. */
  send(service: Service, roster: BenchRoster): Promise<string>;
  applied(syncId: string): Promise<void>;
  /** Waits until the uploads of applied rosters are deleted. */
  untilUploadsDeleted(): Promise<void>;
  /** Sends a roster and waits until it is applied. */
  sync(service: Service, roster: BenchRoster): Promise<void>;
}

let lastSync = 0;

/** Not the first of a month: on that day a first load would issue tickets as well. */
const BUSINESS_DATE = '2026-11-15';
/** The start of the terms of people who are enrolled on that day. */
export const NEXT_START = '2026-12-01';

export async function createClient(
  options: { autoEnrol?: boolean } = {},
  database?: BenchDatabase,
): Promise<Client> {
  const { sql } = database ?? (await benchDatabase());
  const { id: companyId } = await createCompany(sql, OPERATOR, { name: 'Rosters', ...options });
  await sql`update companies set clock_frozen_on = ${BUSINESS_DATE} where id = ${companyId}`;
  const integrationId = await createIntegration(sql, companyId, OPERATOR, {
    name: 'HR',
    type: 'api-integration',
  });
  const key = await createKey(sql, companyId, OPERATOR, {
    environment: 'staging',
    name: 'bench',
    permissions: [...PERMISSIONS],
  });
  const authorization = `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;
  const path = `/hr-integrations/${integrationId}/sync`;

  const send = async ({ port }: Service, roster: BenchRoster) => {
    const syncId = `bench-${++lastSync}`;
    const body = bodyOf(roster, syncId);
    const headers = { authorization, 'content-type': 'application/json', 'content-length': body.length };
    const asked = request({ host: '127.0.0.1', port, method: 'POST', path, headers });
    asked.end(body);
    const [answer] = await once(asked, 'response');
    let text = '';
    for await (const chunk of answer) text += chunk;
    if (answer.statusCode !== 204) throw new Error(`${answer.statusCode}: ${text}`);
    return syncId;
  };
  const applied = async (syncId: string) => {
    // Asking pauses longer and longer: many clients that wait would otherwise keep the database busy.
    for (let pauseMs = 3; ; pauseMs = Math.min(pauseMs * 1.2, 100)) {
      const [run] = await sql<{ status: string; failure: string | null }[]>`
        select status, failure from sync_runs where company_id = ${companyId} and sync_id = ${syncId}`;
      if (run?.status === 'succeeded') return;
      if (run?.failure) throw new Error(run.failure);
      await sleep(pauseMs);
    }
  };
  const untilUploadsDeleted = async () => {
    for (;;) {
      const left = await sql`select from roster_uploads where company_id = ${companyId}`;
      if (left.length === 0) return;
      await sleep(3);
    }
  };
  const sync = async (service: Service, roster: BenchRoster) => applied(await send(service, roster));
  return { companyId, integrationId, authorization, send, applied, untilUploadsDeleted, sync };
}
