import { createIdentity } from '../accounts/identity/connect.ts';
import { createKnownBrowsers } from '../accounts/known-browser.ts';
import { createKeyVerifier } from '../company/api-keys/verify-key.ts';
import { createDemoGuard } from '../company/companies/demo-guard.ts';
import { createMailTokens } from '../domain/mail-queue/mail-tokens.ts';
import { queueMail } from '../domain/mail-queue/queue-mail.ts';
import { createContactTokenReader } from '../notifications/mail/contact-links.ts';
import { createUnsubscribeTokenReader } from '../notifications/mail/unsubscribe-links.ts';
import { createWebhooks } from '../notifications/webhooks/webhooks.ts';
import { createEmployeeReader } from '../people/employees/read-employee.ts';
import { ByteBudget } from '../platform/byte-budget.ts';
import { knownCertificates } from '../platform/config/certificates.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/db/types.ts';
import { BYTES, SLOTS } from '../platform/limits.ts';
import { createJoinLink, createJoinTokenReader } from '../platform/links/join-links.ts';
import { createPageLink, createPageTokenReader } from '../platform/links/page-links.ts';
import { ThreadPool } from '../platform/thread-pool.ts';
import { createSources } from '../rosters/pull/sources.ts';
import { KeptBodies } from '../rosters/receive/kept-body.ts';
import { contractLink, createContractTokenReader } from '../tickets/contracts/contract-links.ts';
import { createPdfMaker } from '../tickets/documents/make-pdf.ts';
import { createDownloads } from '../tickets/documents/open-download.ts';
import { createIssuers } from '../tickets/wallet/issuers.ts';
import { createPasses } from '../tickets/wallet/lasting/passes.ts';
import { createPassMaker, walletsOf } from '../tickets/wallet/make-pass.ts';
import {
  createPassLinks,
  createPassTokenReader,
  createWalletLinks,
  createWalletTokenReader,
} from '../tickets/wallet/wallet-links.ts';
import { createProofs } from '../views/employee-page/proofs.ts';
import { BodiesInFlight } from './limits/bodies-in-flight.ts';
import { createCompanyWork } from './limits/company-work.ts';
import { createRateLimits } from './limits/rate-limit.ts';
import { createRequestsAtOnce } from './limits/requests-at-once.ts';
import { createListCursors } from './list-cursors.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { Services } from './services.ts';

export function createServices(options: {
  config: Config;
  version: string;
  database: Database;
  secretKeys: readonly string[];
  wakeRosterWorker: Services['wakeRosterWorker'];
  wakePullWorker?: Services['wakePullWorker'];
  onError: (error: unknown) => void;
}): Services {
  const {
    config,
    version,
    database,
    secretKeys,
    wakeRosterWorker,
    wakePullWorker = () => {},
    onError,
  } = options;
  const threads = new ThreadPool();
  const issuers = createIssuers(config);
  const makePdf = createPdfMaker(config, threads);
  const smallBodies = new ByteBudget(BYTES.smallBodies);
  return {
    config,
    version,
    database,
    ...createCompanyWork(database),
    verifier: createKeyVerifier({ sql: database.sql, environment: config.environment, onError }),
    rateLimits: createRateLimits(config),
    demoGuard: createDemoGuard(database.sql, config.environment),
    admit: createRequestsAtOnce(config),
    readEmployee: createEmployeeReader(database.sql),
    walletLinks: createWalletLinks(config.baseUrl, secretKeys),
    readWalletToken: createWalletTokenReader(secretKeys),
    makePass: createPassMaker(config, issuers, threads),
    passLinks: createPassLinks(config.baseUrl, secretKeys),
    readPassToken: createPassTokenReader(secretKeys),
    passes: createPasses({ config, secretKeys, issuers, threads }),
    makePdf,
    openDownload: createDownloads(database, makePdf),
    threads,
    contractLink: contractLink(config.baseUrl, secretKeys),
    readContractToken: createContractTokenReader(secretKeys),
    pageLink: createPageLink(config.baseUrl, secretKeys),
    readPageToken: createPageTokenReader(secretKeys),
    joinLink: createJoinLink(config.baseUrl, secretKeys),
    readJoinToken: createJoinTokenReader(secretKeys),
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
    wakeRosterWorker,
    wakePullWorker,
    sources: createSources({ config, secretKeys }),
    metrics:
      config.metricsToken === undefined
        ? undefined
        : createMetrics(database.sql, { certificates: knownCertificates(config) }),
    rosterBodies: new BodiesInFlight(smallBodies, {
      ...SLOTS.rosters,
      count: config.rosterLimits.uploadsAtOnce,
    }),
    documentBodies: new BodiesInFlight(smallBodies, SLOTS.documents),
    keptBodies: new KeptBodies(),
  };
}
