import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { decodeJwt } from 'jose';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { createIssuers } from '../../../../src/tickets/wallet/issuers.ts';
import { comparePasses } from '../../../../src/tickets/wallet/lasting/compare-passes.ts';
import { createPasses } from '../../../../src/tickets/wallet/lasting/passes.ts';
import { claimRegistrations } from '../../../../src/tickets/wallet/lasting/registrations-sql.ts';
import { tell } from '../../../../src/tickets/wallet/lasting/tell.ts';
import { createPassLinks, type Wallet } from '../../../../src/tickets/wallet/wallet-links.ts';
import { ThreadPool } from '../../../../src/platform/thread-pool.ts';
import { face, Phone } from '../../support/phone.ts';
import { createTestService } from '../../support/service.ts';
import { TestCompany } from '../../support/test-company.ts';
import { startGoogleServer, startPushServer } from '../../support/wallet-servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'transit-renewing-'));
after(() => rmSync(folder, { recursive: true }));
const apns = await startPushServer();
const google = await startGoogleServer();
const service = await createTestService({
  DATA_DIR: folder,
  APPLE_PUSH_URL: apns.url,
  GOOGLE_WALLET_URL: google.url,
});
const { sql } = service.database;
const threads = new ThreadPool();
after(() => threads.close());
const passes = createPasses({
  config: service.config,
  secretKeys: service.secretKeys,
  issuers: createIssuers(service.config),
  threads,
});
after(() => passes.push?.close());
const links = createPassLinks('https://tickets.example.com', service.secretKeys);

test('first steps', async () => {
  const company = await TestCompany.create(sql, '2026-11-15');
  const ada = await company.addPerson();
  await company.roster([{ id: ada, facts: {} }]);
  await company.on('2026-12-01');
  const phone = new Phone(service);
  await phone.add(links({ companyId: company.id, employeeId: ada, linkVersion: 1 }).apple);
  console.log(face(phone.pass));
  await settle(company);
  console.log(apns.received, await phone.update(), face(phone.pass));
  await company.on('2027-01-01');
  await settle(company);
  console.log(apns.received.length, await phone.update(), face(phone.pass), phone.pass);
});

async function settle({ id }: { id: number }): Promise<void> {
  await comparePasses(sql, id);
  for (const wallet of ['apple', 'google'] satisfies Wallet[])
    for (const claimed of await claimRegistrations(sql, id, { wallet, most: 100 }))
      await tell(sql, passes, claimed);
}
