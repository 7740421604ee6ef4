import type { SlotLimits } from './slots.ts';

/**
 * The limits. There are five mechanisms: slots (`slots.ts` for requests, `claims/worker-slots.ts` for workers), bytes
 * (`byte-budget.ts`), rates, times and sizes. The docs show the values; a test compares the two.
 *
 * Rates are counted in two places. Requests are counted in the memory of a node (`http/limits/rate-limit.ts`), before anything
 * else is done for them: refusing a flood of requests must not need the database. Guesses and mails are counted in the database
 * (`platform/db/counters-sql.ts`), because five guesses must stay five on all nodes and after a restart.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const MEBIBYTE = 1024 ** 2;

/** After a request for a link, until the next one has its slot. */
const LINK_PAUSE_MS = 25;

/** The default of the setting of that name. */
export const REQUESTS_AT_ONCE = 4;

/** A company has this many times the requests of one client. That is less than a node has connections for short statements. */
export const REQUESTS_OF_COMPANY = 2;

/**
 * After nobody else has asked for so long, a company has so much more, times the requests of one client, and so has each of its
 * clients. A key with 64 connections took three times as much processor time for each request before, because its reads could
 * hardly share queries. With 12 instead of 8 it was no faster, and somebody who asks after a pause waits for all that has begun.
 */
export const REQUESTS_WHEN_ALONE = { times: 2, afterMs: 250 } as const;

/** Work at the same time. What exceeds it waits, companies in turn; after `patienceMs` it gets 503 `busy`. */
export const SLOTS = {
  /** `maxEach` is `REQUESTS_AT_ONCE`. */
  requests: { maxWaiting: 500, patienceMs: 10 * SECOND },
  /** A company has at most half of the connections. */
  lists: { maxWaiting: 200, patienceMs: 10 * SECOND },
  /**
   * Operations about all people of a company that a request waits for. They take long. Each takes the company's lock, so a second
   * one of the same company would only hold a connection while it waits for the lock. One of the four connections is left to the
   * ticker, which issues the tickets of all companies.
   */
  bulk: { count: 3, maxEach: 1, maxWaiting: 100, patienceMs: 30 * SECOND },
  /**
   * Short transactions that take the company's lock, such as people's actions and their previews. Those of one company wait for
   * each other anyway: here they hold no connection meanwhile. Before, 40 previews at once held all connections for short
   * statements, and another company's reads took a second.
   */
  day: { count: 4, maxEach: 1, maxWaiting: 100, patienceMs: 10 * SECOND },
  /** Pages that take many short statements. */
  pages: { count: 6, maxEach: 3, maxWaiting: 200, patienceMs: 10 * SECOND },
  /**
   * Files that take long to make and to send, such as a ZIP of a month's receipts. Other companies do not wait for them: a client
   * that hardly reads would otherwise keep them waiting. The threads that make the documents serve the companies in turn.
   */
  longFiles: { count: Infinity, maxEach: 1, maxWaiting: 20, patienceMs: 10 * SECOND },
  /** CSV exports. Each keeps two batches of rows in memory. Other companies do not wait for them. */
  exports: { count: Infinity, maxEach: 2, maxWaiting: 200, patienceMs: 10 * SECOND },
  /**
   * Downloads of uploaded files until their clients have taken them. Each keeps half a mebibyte in memory, and the operating system
   * some more.
   */
  downloads: { maxEach: 16, maxOfCompany: 64, maxWaiting: 200, patienceMs: 30 * SECOND },
  /**
   * Pieces of files keep the event loop busy. Of a company it does one at a time, with a pause after it: however many files the
   * company asks for, the requests of others come in between. Those that wait are bounded by the slots of their files.
   */
  downloadPieces: { count: Infinity, maxEach: 1, maxWaiting: Infinity, pauseMs: 5 },
  /** A piece takes about a millisecond. */
  exportPieces: { count: Infinity, maxEach: 1, maxWaiting: Infinity, pauseMs: 1 },
  /** A client that is refused may not send its roster again until the next night. `count` is `ROSTER_UPLOADS_AT_ONCE`. */
  rosters: { maxWaiting: 64, patienceMs: 5 * MINUTE },
  /** A person waits for the answer. */
  documents: { count: 4, maxWaiting: 16, patienceMs: 30 * SECOND },
  /**
   * A hash of a password takes 32 MiB and some tenths of a second of a processor, and strangers can cause it. Owners are network
   * addresses and signed-in users.
   */
  passwords: { count: 2, maxWaiting: 50 },
  /** Requests to the join link of a company: about 40 a second. */
  joins: { count: Infinity, maxEach: 1, maxWaiting: 200, patienceMs: 10 * SECOND, pauseMs: LINK_PAUSE_MS },
  /**
   * Requests for links by e-mail address: about 80 a second for each of the two routes. Owners are networks. Without it, 40 clients
   * made the reads of a company five to nine times as slow.
   */
  linkRequests: { count: 2, maxEach: 1, maxWaiting: 200, patienceMs: 10 * SECOND, pauseMs: LINK_PAUSE_MS },
  /** Requests with a link to an own page or a contract, and to read the join page: about 80 a second for a company. */
  links: { count: Infinity, maxEach: 2, maxWaiting: 200, patienceMs: 10 * SECOND, pauseMs: LINK_PAUSE_MS },
  /** What phones report about passes: about 80 a second. Owners are networks. */
  phoneReports: { count: 2, maxEach: 1, maxWaiting: 200, patienceMs: 10 * SECOND, pauseMs: LINK_PAUSE_MS },
  /**
   * What strangers cause by asking for a link: somebody is looked up, and perhaps mailed. Each of the routes has its own slots.
   * Owners are companies, or networks if the company is not known yet.
   */
  afterAnswers: { count: 2, maxEach: 1, maxWaiting: 500 },
  /** For each thread about three seconds of work. */
  threads: { maxWaiting: 100 },
  /** A sign-in keeps its slot until the provider has answered: usually less than a second, at most 10 seconds. */
  identitySignIns: { count: 64, maxEach: 8, maxWaiting: 100, patienceMs: 10 * SECOND },
  /** A test sends requests to a server that the user names, for up to half a minute. */
  identityTests: { count: 8, maxEach: 1, maxWaiting: 32, patienceMs: 10 * SECOND },
  /** An HR system is asked a few times, and may take 30 seconds for each answer. */
  sourceTests: { count: 8, maxEach: 1, maxWaiting: 32, patienceMs: 10 * SECOND },
  /** A receiver may take 15 seconds to answer. */
  webhookTests: { count: 16, maxEach: 1, maxWaiting: 32, patienceMs: 30 * SECOND },
} as const satisfies Record<string, Partial<SlotLimits> & { maxOfCompany?: number }>;

/** Work in the background. A worker claims as much as it has slots for; the rest waits in the database, companies in turn. */
export const WORKER_SLOTS = {
  rosters: { count: 2, maxEach: 1 },
  /** Endpoints: so many slow ones, and so many others. */
  webhooks: { count: 64, maxEach: 4 },
  /** Connections to the mail server. */
  mails: { count: 4 },
  bulkActions: { count: 1 },
  /** Requests to Apple, and to Google, about passes that have changed. */
  passes: { count: 32, maxEach: 16 },
  /** A company's passes are compared in some seconds at most. */
  passComparisons: { count: 1 },
  /** A pull that waits because the HR system asks for it has no slot meanwhile. */
  pulls: { count: 4, maxEach: 1, resting: 60 },
} as const;

/** Devices of one wallet pass. Above the limit, the oldest is forgotten. */
export const MAX_PASS_DEVICES = 20;

/** Connections of a node to the database (docs/operating.md, "Connections"). Those of bulk operations leave one to the ticker. */
export const CONNECTIONS = {
  short: 10,
  lists: 4,
  bulk: SLOTS.bulk.count + 1,
  copies: 4,
  /** For each slot one for large rosters and one for small ones. */
  rosters: 2 * WORKER_SLOTS.rosters.count,
  webhooks: 2,
} as const;

/** A webhook that has more to send waits for the other endpoints after so many events, or so long. */
export const WEBHOOK_TURN = { events: 200, ms: 10 * SECOND } as const;

/** Memory that bodies take while they arrive. Without memory they wait for a slot, or are read at once. */
export const BYTES = {
  /** Bodies of at most a mebibyte, which need no slot. */
  smallBodies: { total: 64 * MEBIBYTE, maxEach: 8 * MEBIBYTE },
  /** Bodies that are kept until it is known whether they equal the roster applied last. A larger one is read at once. */
  keptBodies: { total: 64 * MEBIBYTE, maxBody: 32 * MEBIBYTE },
} as const;

/** How often something may be tried within a time, on all nodes together. Above the limit, it gets 429 with the time to wait. */
export interface Rate {
  max: number;
  seconds: number;
}

const QUARTER_OF_AN_HOUR = 15 * 60;
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

export const RATES = {
  /** About a thousand passwords a day, of at least twelve characters. */
  signInsOfUser: { max: 10, seconds: QUARTER_OF_AN_HOUR },
  /** A whole company may share one address. */
  signInsOfAddress: { max: 50, seconds: QUARTER_OF_AN_HOUR },
  /** Sign-ins without a password that are begun. Each is a row for some minutes. */
  challengesOfAddress: { max: 300, seconds: QUARTER_OF_AN_HOUR },
  birthDatesOfPerson: { max: 5, seconds: HOUR },
  /** About twenty thousand dates are possible. At five an hour, a patient stranger would be right within months. */
  birthDatesOfPersonInWeek: { max: 20, seconds: 7 * DAY },
  /** A whole company may share one address. */
  birthDatesOfAddress: { max: 30, seconds: HOUR },
  /** Mails with a new link to the own page. */
  linksOfPerson: { max: 3, seconds: DAY },
  linksOfAddress: { max: 20, seconds: HOUR },
  /** Files that come for an integration. Usual is one a night. */
  dropsOfIntegration: { max: 60, seconds: HOUR },
  /** Each one writes to the audit log, which a script could fill otherwise. */
  pagesOpened: { max: 20, seconds: HOUR },
  /** What an employee does on the own page. */
  actsOfPerson: { max: 30, seconds: HOUR },
  /** Each one takes the company's lock for a moment. */
  actPreviewsOfPerson: { max: 200, seconds: HOUR },
} as const satisfies Record<string, Rate>;

/** How many mails may be sent in 24 hours, from the first one on. */
interface MailRate {
  /** To one address by one company. Others cannot use it up. */
  toAddressOfCompany: number;
  /** To one address by all companies together. */
  toAddress: number;
  ofCompany: number;
}

/**
 * Keeps anybody from flooding a mailbox or our mail server in our name (docs/mail.md, "How many mails"). Above the limit, a mail waits, or
 * gets 429 `too-many-mails` if a user sends it. The first ticket, offer and refund of a month are not limited.
 */
export const MAILS_PER_DAY = {
  /** Invitations and new passwords that admins send. */
  account: { toAddressOfCompany: 3, toAddress: 10, ofCompany: 50 },
  /** Links to people's pages that somebody asked for or that HR sends. */
  'page-link': { toAddressOfCompany: 10, toAddress: 20, ofCompany: 50_000 },
  /** Reminders, and further tickets, offers and refunds of the same month. */
  repeat: { toAddressOfCompany: 10, toAddress: 20, ofCompany: 50_000 },
  /** Notices to the technical contacts of integrations, whose addresses are entered without their consent. */
  contact: { toAddressOfCompany: 10, toAddress: 20, ofCompany: 50 },
} as const satisfies Record<string, MailRate>;
export type LimitedMail = keyof typeof MAILS_PER_DAY;
export const MAIL_DAY_SECONDS = DAY;

/** Requests per minute and node, by default (`RATE_LIMIT_PER_MINUTE` and others). Above the limit, they get 429. */
export const REQUESTS_PER_MINUTE = { key: 6_000, session: 600, address: 3_000 } as const;

/** Reports of phones about passes that a node logs in a minute. Anybody can send such reports. */
export const PHONE_REPORTS_LOGGED = { ofNetwork: 1, ofNode: 60 } as const;

/** What a node counts or collects in memory for a time. Visitors choose their addresses and companies their keys, so it is bounded. */
export const WINDOWS = {
  /** Above `max`, the oldest window is forgotten. */
  requests: { ms: MINUTE, max: 50_000 },
  /** Equal refusals of a key are written together. Above the limits, they are not recorded. */
  keyRefusals: { ms: 10 * SECOND, max: 5_000, maxEach: 100 },
} as const;

/** How long something may take. Where a client waits for it, it then gets 408 or 503. */
export const TIMES = {
  headersMs: 15 * SECOND,
  /** Long enough for the largest roster on a slow line; stalled uploads are aborted much earlier. */
  requestMs: 60 * MINUTE,
  /** A file of which nothing arrives for this long is refused. For rosters `ROSTER_IDLE_SECONDS` counts. */
  documentIdleSeconds: 30,
  /** How long a client that was refused early may still send before its connection is closed. */
  drainMs: 2 * SECOND,
  /** A client that takes nothing of its answer for this long is disconnected. */
  unreadMs: 5 * MINUTE,
  /** If too many requests wait, the next one is refused after this long. */
  busyAfterMs: 1 * SECOND,
  /**
   * The slot of a request without credentials is free this long after its answer: a network address gets at most 800 answers a
   * second. Without the pause, 700 connections made the reads of a company 3.7 to 5.9 times as slow, with it 1.4 to 1.7 times.
   */
  addressPauseMs: 5,
  statementMs: 30 * SECOND,
  listStatementMs: 15 * SECOND,
  /**
   * A transaction that takes longer is rolled back, unless it may take long. Rows carry the start of their transaction, and a
   * client that follows changes looks back a limited time (docs/integrating.md, "Following changes").
   */
  transactionMs: 20 * SECOND,
  /** The end of a transaction that the network holds up. Together with `transactionMs` it is 30 s. */
  stalledTransactionMs: 10 * SECOND,
  /** The work of a thread takes milliseconds. A thread that hangs is stopped. */
  threadMs: 30 * SECOND,
} as const;

/**
 * How fast a roster or a document has to arrive. In the first minute a slow line is fast enough; a body that occupies a slot for
 * many minutes has to be faster. A slower one gets 408.
 */
export const SPEEDS = [
  { fromMs: 0, perSecond: 1024 },
  { fromMs: 1 * MINUTE, perSecond: 8 * 1024 },
  { fromMs: 5 * MINUTE, perSecond: 64 * 1024 },
  { fromMs: 10 * MINUTE, perSecond: 512 * 1024 },
] as const;

/** Requests to servers of others: how long each one may take, and how many bytes of its answer are read. */
export const OUTGOING = {
  /** The bytes are for the log. */
  webhooks: { seconds: 15, bytes: 1024 },
  applePushes: { seconds: 15, bytes: 1024 },
  /** Shorter than a person waits for a page. */
  googleWallet: { seconds: 8, bytes: 64 * 1024 },
  identityProviders: { seconds: 10, bytes: 256 * 1024 },
} as const;

/** Questions to DNS servers. */
export const LOOK_UPS = {
  /** For all questions about one host together. */
  hostMs: 5 * SECOND,
  /** For one question to one server. The second attempt may take twice as long. */
  questionMs: 1.5 * SECOND,
  /** Some servers never answer questions about IPv6. Once one kind of address is known, the other one has so long. */
  otherKindMs: 300,
} as const;

/** What a pull may ask of an HR system. Above a limit, it ends as `source-unreachable` or `source-unreadable`. */
export const PULL_LIMITS = {
  /** For one answer, from the look-up of the name to the last byte. */
  answerMs: 30 * SECOND,
  answerBytes: 64 * MEBIBYTE,
  /** For the whole pull, pauses included. */
  requests: 20_000,
  bytes: 1024 * MEBIBYTE,
  ms: 120 * MINUTE,
} as const;

/** JSON that an HR system answers. Above a limit, a pull ends as `source-unreadable`. */
export const JSON_LIMITS = {
  /** Of nested lists and objects. */
  depth: 64,
  /** Lists, objects and their members: those of 75,000 people with 40 values. */
  values: 3_000_000,
  /** Lists and objects: each takes much more memory than its bytes. */
  containers: 500_000,
  /** Of one object. */
  fields: 10_000,
  /** One text or number. */
  valueBytes: MEBIBYTE,
} as const;

/** What an HR system may list. Above a limit, a pull ends as `source-unreadable`. */
export const LISTED = {
  /** Fields that a system describes, types of absence, and what one person has several of. */
  items: 10_000,
  /** Of everybody together. */
  absences: 2_000_000,
} as const;

/** Files that are fetched, or dropped. Above a limit, a pull ends as `source-unreadable`. */
export const TABLE_LIMITS = {
  columns: 500,
  /** A person has a row for each absence. */
  rows: 1_000_000,
  /** Those of 200,000 people with 50 columns, besides the headings. */
  cells: 10_000_000,
  /** Characters of one cell, or of one row of CSV, or of one person in JSON. */
  length: MEBIBYTE,
  /** Absences of one person that concern the ticket. */
  absences: 1_000,
  /** What is unpacked of a workbook. Those of 200,000 people with 50 columns have 350 MB. */
  workbookBytes: 400 * MEBIBYTE,
  /** Texts that the cells of a workbook share. */
  sharedTexts: 5_000_000,
  /** Characters of all cells of a workbook, where texts that are shared count once. */
  characters: 100_000_000,
  /** The same, where they count in each cell: a short file could otherwise fill the disk with one long text. */
  shownCharacters: 400_000_000,
} as const;

/** Each file is read in a thread of its own. Above a limit, a pull ends as `source-unreadable`. */
export const FILE_THREADS = {
  slots: { count: 2, maxEach: 1, maxWaiting: 100 },
  /** A file of a million rows whose ten columns are all used takes 990 MB, and 200,000 people with 50 columns take 440 MB. */
  mebibytes: 1280,
  /** Until the first people. Such files take up to half a minute of processor time, after everything else. */
  ms: 5 * MINUTE,
  /** What the event loop takes at once. */
  pagePeople: 500,
  pageCharacters: 256 * 1024,
} as const;

/** Files that HR systems send by HTTP or put into a folder. While they arrive, the slots and times of rosters count. */
export const DROPS = {
  fileBytes: PULL_LIMITS.answerBytes,
  /** Rosters of one integration that are waiting to be read or applied. */
  files: 20,
  /** Files are stored in parts. */
  partBytes: 256 * 1024,
  /** For how long files are kept that do not arrive whole, and those that no newer one replaces. */
  arrivingHours: 2,
  keptDays: 30,
} as const;

/** The folders below `DROP_DIR`. */
export const DROP_FOLDERS = {
  everyMs: 10 * SECOND,
  /** A file that has not changed for so long is complete. A connection that stalls ends earlier, if the server is set up as documented. */
  settledMs: MINUTE,
  /** Of one folder. Further ones are not looked at. */
  entries: 200,
} as const;

/** How large a request may be. Above a limit, it gets 413, 422 or 431. */
export const SIZES = {
  headerBytes: 16 * 1024,
  /** More than a URL of the greatest length has room for with real names. Thousands of empty ones cost a millisecond each time. */
  parameters: 1_500,
  filterValues: 500,
  /** Ordinary bodies. The routes of `BODY_BYTES` have their own limit. */
  bodyBytes: 16 * 1024,
  documentBytes: 10 * MEBIBYTE,
  /** Documents are stored and sent in pieces. */
  documentPieceBytes: 256 * 1024,
  /** What a client that was refused early may still send before its connection is closed. */
  drainBytes: MEBIBYTE,
} as const;

/** Bodies of routes that accept more or less than `SIZES.bodyBytes`. */
export const BODY_BYTES = {
  /** The ids of selected people. */
  bulkAction: 128 * 1024,
  fileMapping: 256 * 1024,
  sourceDraft: 64 * 1024,
  contractAnswer: 1024,
  unsubscribe: 1024,
  /** What phones send about passes. */
  passService: 4 * 1024,
} as const;

/** Rosters. Above a limit, they get 413, 422, or 409 `too-many-unfinished-runs`. `ROSTER_MAX_ENTRIES` and others change the first three. */
export const ROSTER_SIZES = {
  entries: 1_000_000,
  /** After decompression. */
  bytes: 512 * MEBIBYTE,
  idleSeconds: 30,
  /** Large bodies that a node receives at the same time. A larger number waits: `SLOTS.rosters`. */
  uploadsAtOnce: 4,
  /** Rosters of one integration that are accepted and not applied yet. */
  unfinishedRuns: 20,
  /** A larger body needs a slot, and its entries are stored as they arrive. Those of a smaller one stay in memory. */
  smallBytes: MEBIBYTE,
  syncIdLength: 200,
  /** One entry, in bytes of the body. */
  entryBytes: 256 * 1024,
  /** White space between two parts of a body. */
  spaceBytes: 64 * 1024,
  /**
   * How many times its size a compressed body that is not small may have. Rosters of real people grow to 10 to 30 times;
   * 100,000 people of the same name with 40 empty fields, indented, grow to 155 times. A gzip of white space grows to 1,000 times.
   */
  growth: 200,
} as const;
