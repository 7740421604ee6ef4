import { once } from 'node:events';
import { createServer } from 'node:net';
import { resealSecrets } from '../accounts/identity/reseal-secrets.ts';
import { beginDemoOnce, playStories } from '../demo/play-stories.ts';
import type { App } from '../http/app.ts';
import { buildApp } from '../http/build-app.ts';
import { createServices } from '../http/create-services.ts';
import { BUILD_PAGES, preparePages } from '../http/portal-pages/prepare-pages.ts';
import type { Services } from '../http/services.ts';
import { type Background, startBackground } from '../jobs/background.ts';
import { createComposer } from '../notifications/mail/compose.ts';
import { createMailLinks } from '../notifications/mail/links.ts';
import { noteWayOfMail } from '../notifications/mail/mails-sql.ts';
import { createSender, type Sender } from '../notifications/mail/sender.ts';
import { resealWebhookSecrets } from '../notifications/webhooks/secrets.ts';
import type { Config } from '../platform/config/config.ts';
import { allCompanies, askReachable } from '../platform/db/cross-company.ts';
import type { OpenDatabase } from '../platform/db/open.ts';
import { AppError, errorCode } from '../platform/errors.ts';
import { createHostResolver } from '../platform/outgoing/resolve-host.ts';
import { version } from '../platform/version.ts';
import { resealSources } from '../rosters/pull/reseal-sources.ts';
import { hostKeySeal, resealHostKey } from '../rosters/pull/sftp-drop/host-key.ts';
import { serveDrops } from '../rosters/pull/sftp-server/serve-drops.ts';
import type { DropServer } from '../rosters/pull/sftp-server/sftp-server.ts';
import { resealTokens } from '../tickets/wallet/lasting/tokens.ts';
import { describeDemo } from './demo.ts';
import type { Role } from './roles.ts';
import { shutDownOnSignals } from './shut-down.ts';
import { claimKey } from './signing-key/claim-key.ts';

interface ServiceOptions {
  role: Role;
  /** Whether a new staging database gets a demo company. */
  demo: boolean;
}

export async function runService(
  config: Config,
  database: OpenDatabase,
  { role, demo: wantsDemo }: ServiceOptions,
): Promise<void> {
  const hasDemo = wantsDemo && config.environment === 'staging';
  // Check the port before creating the demo: its credentials are printed once, after a successful start.
  await requireFreePort(config, 'PORT', config.port);
  if (config.sftp && role !== 'worker') await requireFreePort(config, 'SFTP_PORT', config.sftp.port);
  const secretKeys = await claimKey(database.sql, config);
  const built = Promise.withResolvers<App>();
  const onError = (error: unknown) =>
    void built.promise.then(({ log }) => log.error({ err: error }, 'background work failed'));
  let background: Background | undefined;
  let drops: DropServer | undefined;
  let stop = async () => {};
  try {
    const [pages, demo] = await Promise.all([
      role === 'worker' ? undefined : preparePages(config.environment, say),
      hasDemo ? beginDemoOnce(database.sql, sayDemo) : undefined,
    ]);
    const services = createServices({
      config,
      version,
      database,
      secretKeys,
      wakeRosterWorker: (companyId) => background?.wakeRosterWorker(companyId),
      wakePullWorker: (companyId) => background?.wakePullWorker(companyId),
      onError,
    });
    await noteWayOfMail(database.sql, config.environment, config.mail);
    const resealing = await resealSecrets(database.sql, services.identity.seal);
    const unreadableWebhooks = await resealWebhookSecrets(database.sql, services.webhooks.seal);
    const unreadableSources = await resealSources(database.sql, services.sources.seal);
    await resealHostKey(database.sql, hostKeySeal(secretKeys));
    const unreadablePasses = await resealTokens(database.sql, services.passes.seal);
    const app = await buildApp(services, role === 'worker' ? 'health' : 'everything');
    built.resolve(app);
    if (pages === 'missing') app.log.error(`the pages of the portal have not been built: ${BUILD_PAGES}`);
    if (resealing.unreadable.length > 0)
      app.log.warn({ companies: resealing.unreadable }, 'client secrets that SECRET_KEY does not decrypt');
    if (unreadableWebhooks.length > 0)
      app.log.warn({ companies: unreadableWebhooks }, 'webhook secrets that SECRET_KEY does not decrypt');
    if (unreadableSources.length > 0)
      app.log.warn(
        { companies: unreadableSources },
        'credentials of sources that SECRET_KEY does not decrypt',
      );
    if (unreadablePasses > 0)
      app.log.warn({ passes: unreadablePasses }, 'tokens of passes that SECRET_KEY does not decrypt');
    background =
      role === 'api'
        ? undefined
        : startBackground({
            database,
            webhooks: services.webhooks,
            passes: services.passes,
            retention: config.retention,
            sources: services.sources,
            rosterLimits: config.rosterLimits,
            keptBodies: services.keptBodies,
            log: app.log,
            onRun: services.metrics?.countRun,
            onDelivery: services.metrics?.countDelivery,
            onPassUpdate: services.metrics?.countPassUpdate,
            ...(await senderOf(config, database, secretKeys, app.log, services.metrics)),
          });
    stop = async () => {
      await Promise.all([app.close(), drops?.close()]);
      await background?.stop(0);
    };
    if (config.sftp && role !== 'worker')
      drops = await serveDrops({
        ...{ sql: database.sql, secretKeys, baseUrl: config.baseUrl },
        ...{ host: config.host, port: config.sftp.port },
        onTaken: services.wakePullWorker,
        onError,
      });
    await app.listen({ host: config.host, port: config.port });
    const next = demo ? [FILLING] : await nextSteps(config, database, role);
    process.stdout.write(
      `${[...banner(config, role, pages), ...(next.length > 0 ? ['', ...next] : [])].join('\n')}\n`,
    );
    const stories = hasDemo
      ? playStories(database, demo, {
          onProgress: (companyId, progress) => app.log.info({ companyId, ...progress }, 'filling the demo'),
          onDone: (filled) => process.stdout.write(`\n${describeDemo(filled, config).join('\n')}\n`),
          onError: (error) =>
            app.log.error({ err: error }, 'the demo company could not be filled: the next start continues'),
        })
      : undefined;
    const stopAll = async (timeoutMs: number) => {
      await Promise.all([stories?.stop(), drops?.close(), background?.stop(timeoutMs)]);
    };
    shutDownOnSignals(app, { stop: stopAll }, database);
  } catch (error) {
    // Background work would keep the process alive; the original error is the one to report.
    await stop().catch(() => {});
    throw error;
  }
}

/** Nothing without mail. */
async function senderOf(
  config: Config,
  { sql }: OpenDatabase,
  secretKeys: readonly string[],
  log: App['log'],
  metrics: Services['metrics'],
): Promise<{ sender?: Sender }> {
  const { mail, environment, baseUrl, dnsServers: servers } = config;
  if (!mail) return {};
  const resolveHost = createHostResolver({ servers });
  const { connectMailServer } = await import('../notifications/mail/smtp.ts');
  return {
    sender: createSender({
      sql,
      log,
      compose: createComposer(createMailLinks(baseUrl, secretKeys)),
      from: mail.from,
      server: mail.way === 'smtp' ? connectMailServer(mail.server, { resolveHost }) : undefined,
      isSpecimen: environment === 'staging',
      ...(metrics && { onOutcome: metrics.countMail }),
    }),
  };
}

async function requireFreePort({ host }: Config, setting: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen({ host, port }), 'listening');
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE')
      throw new AppError(
        'invalid-configuration',
        `Port ${port} on ${host} is already in use. Choose another one, for instance: ${setting}=${port + 1} npm start`,
      );
    throw error;
  }
  probe.close();
  await once(probe, 'close');
}

/** How to get in, for people who did not see the output of the first start. */
async function nextSteps(config: Config, { sql }: OpenDatabase, role: Role): Promise<string[]> {
  if (role === 'worker') return [];
  const [company] = await askReachable(
    sql,
    (among) => sql<{ id: number }[]>`
      ${allCompanies(sql, 'first company')} select id from companies where ${among('id')} order by id limit 1`,
  );
  const isProduction = config.environment === 'production';
  // On production the service has its own user and settings, or runs in an image, which has no npm.
  const transit = isProduction ? 'transit' : 'npm run -s transit --';
  if (!company)
    return [
      'There is no company yet. Create one, a user for the portal, an integration and its API key:',
      `  ${transit} companies create --name "Musterwerke GmbH"`,
      `  ${transit} users create --company 1 --email ADDRESS`,
      `  ${transit} integrations create --company 1 --name "HR system"`,
      `  ${transit} keys create --company 1 --permissions all`,
      `  ${transit} doctor`,
      ...(isProduction ? ['docs/guides/install.md says how to run transit here.'] : []),
    ];
  if (isProduction) return [];
  return [
    'The first start has printed a login and an API key. For new ones:',
    `  ${transit} users create --company ${company.id} --email ADDRESS`,
    `  ${transit} keys create --company ${company.id} --permissions all`,
  ];
}

const FILLING = 'The demo company is being filled. Its login and key follow here in a few seconds.';

function sayDemo(): void {
  process.stdout.write('Creating a demo company with about 60 employees.\n');
}

function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

function banner(config: Config, role: Role, pages: 'built' | 'missing' | undefined): string[] {
  if (role === 'worker')
    return [
      `Transit Ticket Service ${version} (${config.environment}): this node applies rosters and answers no requests.`,
      `  Health    ${ownAddress(config)}/health`,
      '  Database  the server named by DATABASE_URL',
      `  Mail      ${wayOf(config)}`,
    ];
  return [
    `Transit Ticket Service ${version} (${config.environment}) is ready${role === 'api' ? '; rosters are applied by other nodes' : ''}.`,
    `  API       ${config.baseUrl}`,
    `  Portal    ${pages === 'missing' ? `not built: ${BUILD_PAGES}` : `${config.baseUrl}/portal`}`,
    `  Guides    ${config.baseUrl}/guides`,
    `  API docs  ${config.baseUrl}/docs`,
    ...(ownAddress(config) === config.baseUrl ? [] : [`  Listens   ${ownAddress(config)}`]),
    ...(config.sftp
      ? [`  SFTP      ${config.sftp.address.host}:${config.sftp.address.port}, for files of HR systems`]
      : []),
    `  Database  ${config.databaseUrl ? 'the server named by DATABASE_URL' : `embedded, in ${config.dataDir}`}`,
    `  Mail      ${wayOf(config)}`,
  ];
}

/** Unlike BASE_URL, which is the address of a proxy or of all nodes. */
function ownAddress({ host, port }: Config): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function wayOf({ mail }: Config): string {
  if (!mail)
    return 'not set up: SMTP_URL is missing. Nobody is told about rosters that fail; the portal shows links to pass on.';
  if (mail.way === 'outbox') return 'kept in the outbox of the portal; set SMTP_URL to send it';
  return `sent through ${mail.server.host}:${mail.server.port}`;
}
