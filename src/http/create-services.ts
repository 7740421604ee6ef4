import { createKeyVerifier } from '../api-keys/verify-key.ts';
import type { Config } from '../config.ts';
import { contractLink, createContractTokenReader } from '../contracts/contract-links.ts';
import type { Database } from '../db/types.ts';
import { createPdfMaker } from '../documents/make-pdf.ts';
import { createProofs } from '../employee-page/proofs.ts';
import { createEmployeeReader } from '../employees/read-employee.ts';
import { createPageLink, createPageTokenReader } from '../links/page-links.ts';
import { createContactTokenReader } from '../mail/contact-links.ts';
import { createUnsubscribeTokenReader } from '../mail/unsubscribe-links.ts';
import { createMailTokens } from '../mail-queue/mail-tokens.ts';
import { queueMail } from '../mail-queue/queue-mail.ts';
import { createIdentity } from '../portal/identity/connect.ts';
import { createKnownBrowsers } from '../portal/known-browser.ts';
import { KeptBodies } from '../roster/kept-body.ts';
import type { NotifyWorkers } from '../sync/accept-roster.ts';
import { ThreadPool } from '../thread-pool.ts';
import { createPassMaker, walletsOf } from '../wallet/make-pass.ts';
import { createWalletLinks, createWalletTokenReader } from '../wallet/wallet-links.ts';
import { createWebhooks } from '../webhooks/webhooks.ts';
import { BodiesInFlight, SmallBodies } from './bodies-in-flight.ts';
import { createCompanyWork } from './company-work.ts';
import { createListCursors } from './list-cursors.ts';
import { createMetrics } from './metrics.ts';
import { createRateLimits } from './rate-limit.ts';
import { createRequestsAtOnce } from './requests-at-once.ts';
import type { Services } from './services.ts';

export function createServices(options: {
  config: Config;
  version: string;
  database: Database;
  secretKeys: readonly string[];
  notifyWorkers: NotifyWorkers;
  onError: (error: unknown) => void;
}): Services {
  const { config, version, database, secretKeys, notifyWorkers, onError } = options;
  const threads = new ThreadPool();
  const smallBodies = new SmallBodies();
  return {
    config,
    version,
    database,
    ...createCompanyWork(database),
    verifier: createKeyVerifier({ sql: database.sql, environment: config.environment, onError }),
    rateLimits: createRateLimits(config),
    admit: createRequestsAtOnce(config),
    readEmployee: createEmployeeReader(database.sql),
    walletLinks: createWalletLinks(config.baseUrl, secretKeys),
    readWalletToken: createWalletTokenReader(secretKeys),
    makePass: createPassMaker(config, threads),
    makePdf: createPdfMaker(config, threads),
    threads,
    contractLink: contractLink(config.baseUrl, secretKeys),
    readContractToken: createContractTokenReader(secretKeys),
    pageLink: createPageLink(config.baseUrl, secretKeys),
    readPageToken: createPageTokenReader(secretKeys),
    proofs: createProofs(secretKeys),
    mailPageLink:
      config.mail &&
      ((tx, { companyId, employeeId }) =>
        queueMail(tx, companyId, { kind: 'page-link', to: { employeeId }, about: {} })),
    wallets: walletsOf(config),
    knownBrowsers: createKnownBrowsers(secretKeys),
    readUnsubscribeToken: createUnsubscribeTokenReader(secretKeys),
    readContactToken: createContactTokenReader(secretKeys),
    mailTokens: config.mail && createMailTokens(secretKeys),
    identity: createIdentity({ ...config, secretKeys }),
    listCursors: createListCursors(secretKeys),
    webhooks: createWebhooks({ config, secretKeys }),
    notifyWorkers,
    metrics: config.metricsToken === undefined ? undefined : createMetrics(database.sql),
    // A client that is refused may not send its roster again until the next night.
    rosterBodies: new BodiesInFlight(smallBodies, {
      places: config.rosterLimits.uploadsAtOnce,
      patienceMs: 5 * 60_000,
      mostWaiting: 64,
    }),
    // A person waits for the answer.
    documentBodies: new BodiesInFlight(smallBodies, { places: 4, patienceMs: 30_000, mostWaiting: 16 }),
    keptBodies: new KeptBodies(),
  };
}
