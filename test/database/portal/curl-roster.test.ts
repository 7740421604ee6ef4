import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { curlRoster } from '../../../web/src/domain/curl-roster.ts';
import { createTestCompany, createTestService } from '../support/service.ts';
import { listenOnLoopback } from '../support/socket.ts';

test("the portal's lines for a terminal send the list that the guide about the nightly sync writes", async (t) => {
  const service = await createTestService();
  const { company, key } = await createTestCompany(service);
  const { sql } = service.database;
  const integrationId = await createIntegration(sql, company.id, OPERATOR, {
    ...{ name: 'HR', type: 'api-integration' },
  });
  const origin = `http://127.0.0.1:${await listenOnLoopback(service.app)}`;
  const cwd = await mkdtemp(join(tmpdir(), 'transit-curl-'));
  t.after(() => rm(cwd, { recursive: true }));
  const ada = { hrId: '4711', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
  const employees = [{ ...ada, dateOfBirth: '1990-12-10', startDate: '2020-01-01' }];
  await writeFile(join(cwd, 'roster.json'), JSON.stringify(employees, null, 2));
  const line = curlRoster({ ...key, origin, integrationId });
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd });
  assert.equal(stdout, '', 'a 204 has no body');
  const runs = await sql`select from sync_runs where company_id = ${company.id}`;
  assert.equal(runs.length, 1);
});
