import type { Identity } from '../accounts/identity/connect.ts';
import type { KnownBrowsers } from '../accounts/known-browser.ts';
import type { KeyVerifier } from '../company/api-keys/verify-key.ts';
import type { DemoGuard } from '../company/companies/demo-guard.ts';
import type { MailTokens } from '../domain/mail-queue/mail-tokens.ts';
import type { ReadContactToken } from '../notifications/mail/contact-links.ts';
import type { ReadUnsubscribeToken } from '../notifications/mail/unsubscribe-links.ts';
import type { Webhooks } from '../notifications/webhooks/webhooks.ts';
import type { ReadEmployee } from '../people/employees/read-employee.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/db/types.ts';
import type { JoinLink, ReadJoinToken } from '../platform/links/join-links.ts';
import type { PageLink, ReadPageToken } from '../platform/links/page-links.ts';
import type { ThreadPool } from '../platform/thread-pool.ts';
import type { Sources } from '../rosters/pull/sources.ts';
import type { KeptBodies } from '../rosters/receive/kept-body.ts';
import type { ContractLink, ReadContractToken } from '../tickets/contracts/contract-links.ts';
import type { MakePdf } from '../tickets/documents/make-pdf.ts';
import type { OpenDownload } from '../tickets/documents/open-download.ts';
import type { Passes } from '../tickets/wallet/lasting/passes.ts';
import type { MakePass } from '../tickets/wallet/make-pass.ts';
import type {
  PassLinks,
  ReadPassToken,
  ReadWalletToken,
  Wallet,
  WalletLinks,
} from '../tickets/wallet/wallet-links.ts';
import type { Proofs } from '../views/employee-page/proofs.ts';
import type { MailPageLink } from '../views/employee-page/request-link.ts';
import type { BodiesInFlight } from './limits/bodies-in-flight.ts';
import type { CompanyWork } from './limits/company-work.ts';
import type { RateLimits } from './limits/rate-limit.ts';
import type { Admit } from './limits/requests-at-once.ts';
import type { ListCursors } from './list-cursors.ts';
import type { Metrics } from './metrics/metrics.ts';

/** What a part of the app needs of the services. Each registering function names it, so its signature says what it can do. */
export type Needs<Name extends keyof Services> = Pick<Services, Name>;

/** All services. Only `build-app.ts` and `portal/portal.ts`, which put the parts together, see the whole. */
export interface Services {
  config: Config;
  version: string;
  database: Omit<Database, 'bulk'>;
  /** Operations about all people of a company. The only way to their pool. */
  bulkWork: CompanyWork;
  /** Short transactions that take the company's lock. */
  dayWork: CompanyWork;
  /** Pages that take many short statements. */
  pageWork: CompanyWork;
  /** Files that take long to make and to send. */
  longFileWork: CompanyWork;
  verifier: KeyVerifier;
  rateLimits: RateLimits;
  demoGuard: DemoGuard;
  /** Limits the requests of a key, portal user or address at the same time. Undefined: there is no limit. */
  admit: Admit | undefined;
  readEmployee: ReadEmployee;
  walletLinks: WalletLinks;
  readWalletToken: ReadWalletToken;
  makePass: MakePass;
  passLinks: PassLinks;
  readPassToken: ReadPassToken;
  /** The passes that renew themselves. */
  passes: Passes;
  makePdf: MakePdf;
  openDownload: OpenDownload;
  /** For work that would keep the event loop busy. */
  threads: ThreadPool;
  contractLink: ContractLink;
  readContractToken: ReadContractToken;
  pageLink: PageLink;
  readPageToken: ReadPageToken;
  joinLink: JoinLink;
  readJoinToken: ReadJoinToken;
  /** Browsers in which an employee has given the date of birth. */
  proofs: Proofs;
  /** Undefined: this server sends no mail. */
  mailPageLink: MailPageLink | undefined;
  /** The wallets that this server can make passes for. */
  wallets: Readonly<Record<Wallet, boolean>>;
  /** Browsers in which a portal user has signed in before. */
  knownBrowsers: KnownBrowsers;
  /** Encrypts the tokens of links that are mailed. Undefined: mail is not set up. */
  mailTokens: MailTokens | undefined;
  readUnsubscribeToken: ReadUnsubscribeToken;
  readContactToken: ReadContactToken;
  /** Signs in through the companies' identity providers. */
  identity: Identity;
  listCursors: ListCursors;
  webhooks: Webhooks;
  /** Wakes the worker of this node because a roster of the company waits. Other nodes find it within a second. */
  wakeRosterWorker: (companyId: number) => void;
  /** The same for pulls. */
  wakePullWorker: (companyId: number) => void;
  /** Asks HR systems. */
  sources: Sources;
  /** Undefined unless a metrics token is configured. */
  metrics: Metrics | undefined;
  /** Limit the rosters and documents that arrive at the same time, and their memory. */
  rosterBodies: BodiesInFlight;
  documentBodies: BodiesInFlight;
  /** The memory for bodies that may equal the roster applied last. */
  keptBodies: KeptBodies;
}
