import { Progress } from '../../../client/src/push/progress.ts';
import { beginDemoOnce, playStories } from '../../demo/play-stories.ts';
import { selectCompaniesWithStory } from '../../demo/stories-sql.ts';
import type { App } from '../../http/app.ts';
import { buildApp } from '../../http/build-app.ts';
import { createServices } from '../../http/create-services.ts';
import { BUILD_PAGES, preparePages } from '../../http/portal-pages/prepare-pages.ts';
import type { Services } from '../../http/services.ts';
import { ABOUT_PROXIES, NO_TRUSTED_PROXY } from '../../http/untrusted-proxies.ts';
import { type Background, startBackground } from '../../jobs/background.ts';
import { createComposer } from '../../notifications/mail/compose.ts';
import { createMailLinks } from '../../notifications/mail/links.ts';
import { noteWayOfMail } from '../../notifications/mail/mails-sql.ts';
import { createSender, type Sender } from '../../notifications/mail/sender.ts';
import { type Config, lacksTrustedProxy } from '../../platform/config/config.ts';
import { describeMisspelt } from '../../platform/config/misspelt-variables.ts';
import type { OpenDatabase } from '../../platform/db/open.ts';
import { createHostResolver } from '../../platform/outgoing/resolve-host.ts';
import { version } from '../../platform/version.ts';
import { describeDemo } from '../demo.ts';
import type { Role } from '../roles.ts';
import { claimKey } from '../signing-key/claim-key.ts';
import { resealStored } from './reseal-stored.ts';
import { shutDownOnSignals } from './shut-down.ts';
import { describeStart, say, sayDemo } from './start-output.ts';

interface ServiceOptions {
  role: Role;
  /** Whether a new staging database gets a demo company. */
  demo: boolean;
}

export async function runService(
  config: Config,
  database: OpenDatabase,
  { role, demo }: ServiceOptions,
): Promise<void> {
  const secretKeys = await claimKey(database.sql, config);
  const hasDemo = demo && config.environment === 'staging';
  const node = new ServiceNode({ config, database, role, secretKeys, hasDemo });
  try {
    await node.start();
  } catch (error) {
    // Background work would keep the process alive; the original error is the one to report.
    await node.abandon().catch(() => {});
    throw error;
  }
}

interface NodeOptions {
  config: Config;
  database: OpenDatabase;
  role: Role;
  secretKeys: readonly string[];
  hasDemo: boolean;
}

/** What one process of the service runs: the app and the background work, as its role says. */
class ServiceNode {
  readonly #options: NodeOptions;
  readonly #built = Promise.withResolvers<App>();
  #app: App | undefined;
  #background: Background | undefined;
  #stories: ReturnType<typeof playStories> | undefined;
  #isStopping = false;

  constructor(options: NodeOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { config, database, role, hasDemo } = this.#options;
    const [pages, demo] = await Promise.all([
      role === 'worker' ? undefined : preparePages(config.environment, say),
      hasDemo ? beginDemoOnce(database.sql, sayDemo) : undefined,
    ]);
    const services = this.#createServices();
    await noteWayOfMail(database.sql, config.environment, config.mail);
    const unreadable = await resealStored(database.sql, services);
    const app = await this.#buildApp(services);
    if (pages === 'missing') app.log.error(`the pages of the portal have not been built: ${BUILD_PAGES}`);
    for (const { values, message } of unreadable) app.log.warn(values, message);
    warnOfSettings(config, role, app.log);
    if (role !== 'api') this.#background = await this.#startBackground(services, app);
    // From here on there may be requests. Until then a signal ends the process at once, as a crash would.
    shutDownOnSignals(app, this, database);
    await app.listen({ host: config.host, port: config.port });
    const fillsDemo =
      hasDemo && (demo !== undefined || (await selectCompaniesWithStory(database.sql)).length > 0);
    await describeStart(config, database, { role, pages, fillsDemo });
    if (hasDemo && !this.#isStopping) this.#stories = this.#playStories(demo, app);
  }

  /** The app is closed by the caller. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true;
    await Promise.all([this.#stories?.stop(), this.#background?.stop(timeoutMs)]);
  }

  /** After a start that failed. */
  async abandon(): Promise<void> {
    await this.#app?.close();
    await this.#background?.stop(0);
  }

  #createServices(): Services {
    const { config, database, secretKeys } = this.#options;
    return createServices({
      config,
      version,
      database,
      secretKeys,
      wakeRosterWorker: (companyId) => this.#background?.wakeRosterWorker(companyId),
      wakePullWorker: (companyId) => this.#background?.wakePullWorker(companyId),
      onError: this.#onError,
    });
  }

  async #buildApp(services: Services): Promise<App> {
    const app = await buildApp(services, this.#options.role === 'worker' ? 'health' : 'everything');
    this.#app = app;
    this.#built.resolve(app);
    return app;
  }

  async #startBackground(services: Services, { log }: App): Promise<Background> {
    const { config, database } = this.#options;
    const { webhooks, passes, sources, keptBodies, metrics } = services;
    const sender = await createMailSender(this.#options, log, metrics);
    return startBackground({
      ...{ database, webhooks, passes, sources, keptBodies, log },
      retention: config.retention,
      rosterLimits: config.rosterLimits,
      dropDir: config.dropDir,
      onRun: metrics?.countRun,
      onLargeOffboarding: metrics?.countLargeOffboarding,
      onRefused: metrics?.countRefused,
      onDelivery: metrics?.countDelivery,
      onPassUpdate: metrics?.countPassUpdate,
      ...(sender && { sender }),
    });
  }

  #playStories(demo: Parameters<typeof playStories>[1], { log }: App): ReturnType<typeof playStories> {
    const { config, database } = this.#options;
    const bar = process.stderr.isTTY ? new Progress(process.stderr) : undefined;
    return playStories(database, demo, {
      onProgress: (companyId, progress) => {
        if (bar) bar.show(progress.percent / 100, `filling the demo company: ${progress.month}`);
        else log.info({ companyId, ...progress }, 'filling the demo');
      },
      onDone: (filled) => {
        bar?.clear();
        process.stdout.write(`\n${describeDemo(filled, config).join('\n')}\n`);
      },
      onError: (error) => {
        bar?.clear();
        log.error({ err: error }, 'the demo company could not be filled: the next start continues');
      },
    });
  }

  /** Waits for the log, which comes with the app. */
  readonly #onError = (error: unknown) =>
    void this.#built.promise.then(({ log }) => log.error({ err: error }, 'background work failed'));
}

function warnOfSettings(config: Config, role: Role, log: App['log']): void {
  for (const misspelt of config.misspelt) log.warn(misspelt, describeMisspelt(misspelt));
  if (role !== 'worker' && lacksTrustedProxy(config)) log.warn(`${NO_TRUSTED_PROXY} ${ABOUT_PROXIES}`);
}

/** Undefined without mail. */
async function createMailSender(
  { config, database, secretKeys }: NodeOptions,
  log: App['log'],
  metrics: Services['metrics'],
): Promise<Sender | undefined> {
  const { mail, environment, baseUrl, dnsServers: servers } = config;
  if (!mail) return undefined;
  const resolveHost = createHostResolver({ servers });
  const { connectMailServer } = await import('../../notifications/mail/smtp.ts');
  return createSender({
    sql: database.sql,
    log,
    compose: createComposer(createMailLinks(baseUrl, secretKeys)),
    from: mail.from,
    server: mail.way === 'smtp' ? connectMailServer(mail.server, { resolveHost }) : undefined,
    isSpecimen: environment === 'staging',
    ...(metrics && { onOutcome: metrics.countMail }),
  });
}
