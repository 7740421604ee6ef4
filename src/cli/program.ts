import { Command, Help } from 'commander';
import { version } from '../platform/version.ts';
import { type CommandProcess, setProcess } from './command-process.ts';

/** In the order of the help. */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  serve: async () => (await import('./serve.ts')).addServe,
  migrate: async () => (await import('./migrate.ts')).addMigrate,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  backup: async () => (await import('./backup.ts')).addBackup,
  restore: async () => (await import('./restore.ts')).addRestore,
  'secret-key': async () => (await import('./secret-key.ts')).addSecretKey,
  demo: async () => (await import('./demo.ts')).addDemo,
  prices: async () => (await import('./prices.ts')).addPrices,
  companies: async () => (await import('./companies.ts')).addCompanies,
  users: async () => (await import('./users.ts')).addUsers,
  identity: async () => (await import('./identity.ts')).addIdentity,
  keys: async () => (await import('./keys.ts')).addKeys,
  webhooks: async () => (await import('./webhooks.ts')).addWebhooks,
  integrations: async () => (await import('./integrations.ts')).addIntegrations,
  push: async () => (await import('./push.ts')).addPush,
  syncs: async () => (await import('./syncs.ts')).addSyncs,
  employees: async () => (await import('./employees.ts')).addEmployees,
  subscriptions: async () => (await import('./subscriptions.ts')).addSubscriptions,
  contracts: async () => (await import('./contracts.ts')).addContracts,
  tickets: async () => (await import('./tickets.ts')).addTickets,
  statements: async () => (await import('./statements.ts')).addStatements,
  datev: async () => (await import('./datev.ts')).addDatev,
  groups: async () => (await import('./groups.ts')).addGroups,
  clock: async () => (await import('./clock.ts')).addClock,
  audit: async () => (await import('./audit.ts')).addAudit,
  version: async () => (await import('./version.ts')).addVersion,
};

/** With the command that is named, or with all: to load all of them takes longer than most commands. */
export async function createProgram(name = '', own: CommandProcess = process): Promise<Command> {
  const program = new Command('transit')
    .description('Runs and manages the Transit Ticket Service.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => own.stdout.write(text),
      writeErr: (text) => own.stderr.write(text),
      // Errors of the argument parser look like ours: one line that begins with the program's name.
      outputError: (text, write) =>
        write(
          `transit: ${text
            .replace(/^error: /, '')
            .trim()
            .replaceAll('\n', ' ')} (see --help)\n`,
        ),
    })
    .configureHelp({
      showGlobalOptions: true,
      commandUsage: (command) => {
        const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => ` ${flags}`);
        return new Help().commandUsage(command).replace(' [options]', `${required.join('')} [options]`);
      },
      optionDescription: (option) =>
        `${new Help().optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
    })
    .addHelpText(
      'after',
      `
Environment:
  TRANSIT_ENV             staging (default) or production
  HOST, PORT              address to listen on (127.0.0.1, 8080)
  BASE_URL                public address, used in links (http://HOST:PORT)
  DATABASE_URL            PostgreSQL server (unset: the embedded PostgreSQL)
  DATA_DIR                folder of the embedded database and its secrets (./data)
  DROP_DIR                folder with a folder of files for each integration (unset: none)
  SECRET_KEY[_FILE]       secret for tokens in links and stored secrets; required with DATABASE_URL
  TRUST_PROXY             proxies whose X-Forwarded-* headers are trusted (none)
  RATE_LIMIT_PER_MINUTE   requests per key; 0 = no limit (6000)
  PORTAL_RATE_LIMIT_PER_MINUTE
                          requests per portal session; 0 = no limit (600)
  ADDRESS_RATE_LIMIT_PER_MINUTE
                          requests per network address to the portal, contract and wallet
                          links; 0 = no limit (3000)
  ROSTER_MAX_ENTRIES, ROSTER_MAX_BYTES
                          largest roster (1000000, 536870912)
  REQUESTS_AT_ONCE        requests of a key, user or address at the same time (4)
  ROSTER_IDLE_SECONDS     an upload without data for this long is aborted (30)
  APPLE_*, GOOGLE_WALLET_*
                          certificates for wallet passes; see docs/operating.md
  SMTP_URL, MAIL_FROM     mail server and sender; see docs/operating.md
  SMTP_ALLOW_PLAIN        1 = a mail server in your own network needs no TLS (0)
  WEBHOOKS_ALLOW_LOOPBACK 1 = webhooks may be sent to this machine; staging only (0)
  PULL_ALLOW_LOOPBACK     1 = rosters may be fetched from this machine; staging only (0)
  PULL_ALLOW_NETWORKS     private networks from which rosters may be fetched (none)
  DNS_SERVERS             asked for the names of webhooks, identity providers and the
                          mail server (those of the operating system)
  BACKUP_PASSPHRASE       passphrase of transit backup and transit restore
  TRANSIT_URL, TRANSIT_USERNAME, TRANSIT_PASSWORD
                          server and API key of transit push
  KEEP_..._DAYS           for how long records are kept; see docs/operating.md
  METRICS_TOKEN           bearer token for GET /metrics (unset: no such route)
  LOG_LEVEL               fatal, error, warn, info (default), debug, trace or silent`,
    );
  setProcess(program, own);
  const named = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  for (const load of named ? [named] : Object.values(COMMANDS)) (await load())(program);
  return program;
}
