import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach } from 'node:test';
import { ThreadPool } from '../../../src/platform/thread-pool.ts';
import { createIssuers } from '../../../src/tickets/wallet/issuers.ts';
import { comparePasses } from '../../../src/tickets/wallet/lasting/compare-passes.ts';
import { deliverUpdate } from '../../../src/tickets/wallet/lasting/deliver-update.ts';
import { createPasses, type Passes } from '../../../src/tickets/wallet/lasting/passes.ts';
import { claimRegistrations } from '../../../src/tickets/wallet/lasting/registrations-sql.ts';
import { createPassLinks, type Wallet } from '../../../src/tickets/wallet/wallet-links.ts';
import { writeTestCertificates, writeTestServiceAccount } from '../../pure/support/wallet.ts';
import {
  type GoogleServer,
  type PushServer,
  startGoogleServer,
  startPushServer,
} from '../../pure/support/wallet-servers.ts';
import { createTestService, type TestService } from './service.ts';
import { TestCompany } from './test-company.ts';

export const PASS_TYPE = 'pass.com.example.tickets';

export interface PassService extends TestService {
  folder: string;
  apns: PushServer;
  google: GoogleServer;
  passes: Passes;
  /** A company in December with a person who has a ticket, and the links of the person's pass. */
  setUp(): Promise<{
    company: TestCompany;
    person: number;
    link: (wallet?: Wallet, linkVersion?: number) => string;
  }>;
  /** What the workers do, until nothing is left. */
  settle(company: { id: number }): Promise<void>;
}

/** The service with certificates, and servers in place of Apple's and Google's. */
export async function createPassService(): Promise<PassService> {
  const folder = mkdtempSync(join(tmpdir(), 'transit-passes-'));
  after(() => rmSync(folder, { recursive: true }));
  const apns = await startPushServer();
  const google = await startGoogleServer();
  const service = await createTestService({
    DATA_DIR: folder,
    ...writeTestCertificates(folder, PASS_TYPE),
    ...writeTestServiceAccount(folder).variables,
    APPLE_PUSH_URL: apns.url,
    GOOGLE_WALLET_URL: google.url,
  });
  const { config, secretKeys, database } = service;
  const { sql } = database;
  const threads = new ThreadPool();
  const passes = createPasses({ config, secretKeys, issuers: createIssuers(config), threads });
  after(async () => {
    passes.push?.close();
    await threads.close();
  });
  const links = createPassLinks(config.baseUrl, secretKeys);
  beforeEach(() => {
    apns.received.length = 0;
    apns.answer = () => 200;
    google.received.length = 0;
    google.answer = undefined;
  });
  return {
    ...service,
    folder,
    apns,
    google,
    passes,
    async setUp() {
      const company = await TestCompany.create(sql, '2026-11-15');
      const person = await company.addPerson();
      await company.roster([{ id: person, facts: {} }]);
      await company.on('2026-12-01');
      const link = (wallet: Wallet = 'apple', linkVersion = 1) =>
        links({ companyId: company.id, employeeId: person, linkVersion })[wallet];
      return { company, person, link };
    },
    async settle({ id }) {
      await comparePasses(sql, id);
      for (const wallet of ['apple', 'google'] satisfies Wallet[])
        for (;;) {
          const claimed = await claimRegistrations(sql, id, { wallet, max: 100 });
          if (claimed.length === 0) break;
          for (const each of claimed) await deliverUpdate(sql, passes, each);
        }
    },
  };
}
