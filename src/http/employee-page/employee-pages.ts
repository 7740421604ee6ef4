import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { WHOLE_COMPANY } from '../../domain/access/scope.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { SLOTS } from '../../platform/limits.ts';
import { networkOf } from '../../platform/network-of.ts';
import { ownsDocument } from '../../views/employee-page/employee-page-sql.ts';
import { countRequest, requestLink } from '../../views/employee-page/request-link.ts';
import { LINK, OPEN } from '../access.ts';
import { afterAnswers } from '../after-answers.ts';
import type { App } from '../app.ts';
import { pacedTurns } from '../limits/paced-turns.ts';
import { employeeCookie } from '../portal/cookie.ts';
import { file, noContent } from '../portal/schemas.ts';
import { loadPages } from '../portal-pages/load-pages.ts';
import { addPageHeaders, sendFile, sendMissing } from '../portal-pages/send-page.ts';
import { noSuchRoute } from '../problems.ts';
import { idParameter, record } from '../schemas.ts';
import { sendDownload } from '../send-download.ts';
import type { Needs } from '../services.ts';
import { actRoutes } from './acts.ts';
import { contractRoutes } from './contracts.ts';
import { createEntrances, dataRoutes, type Enter, type EntrancePath, tokenParameter } from './entrances.ts';
import { joinRoutes } from './join.ts';
import { requireOwnPage } from './own-page.ts';
import { createDataReader, dataWithPage, type ReadData } from './read-data.ts';
import { emailAddress } from './schemas.ts';
import { sendShell, showProblems } from './shell.ts';
import { takeTurnsOfLinks } from './turns-of-links.ts';
import { walletRoutes } from './wallet.ts';
import { badgeRoute } from './wallet-badges.ts';
import { walletServiceRoutes } from './wallet-service.ts';

const hidden = { schema: { hide: true } };

/**
 * The employee's page (docs/employee-page.md). It is not part of the public API, except for the links of contracts and
 * wallets, which the API hands out.
 */
export async function employeePages(
  app: App,
  services: Needs<
    | 'config'
    | 'database'
    | 'dayWork'
    | 'pageWork'
    | 'passLinks'
    | 'readPassToken'
    | 'passes'
    | 'readWalletToken'
    | 'makePass'
    | 'openDownload'
    | 'contractLink'
    | 'readContractToken'
    | 'pageLink'
    | 'readPageToken'
    | 'proofs'
    | 'mailPageLink'
    | 'readJoinToken'
    | 'wallets'
  >,
): Promise<void> {
  const entrances = createEntrances(services);
  const readData = createDataReader(services);
  await walletRoutes(app, services);
  walletServiceRoutes(app, services);
  await app.register(async (own: App) => {
    own.addHook('onRequest', async (_request, reply) => {
      addPageHeaders(reply);
    });
    takeTurnsOfLinks(own, services);
    for (const [path, enter] of Object.entries(entrances))
      dataRoutes(own, services, path as EntrancePath, enter, readData);
    downloadRoute(own, services);
    forgetRoute(own, services);
    requestRoute(own, services);
    actRoutes(own, services, entrances['/me']);
    await joinRoutes(own, services);
    assetRoute(own);
    badgeRoute(own, services);
    await contractRoutes(own, services, entrances['/contracts'], readData);
    await own.register(async (pages: App) => shellRoutes(pages, services, entrances['/me'], readData));
  });
}

function shellRoutes(
  pages: App,
  services: Needs<'config' | 'mailPageLink'>,
  enter: Enter,
  readData: ReadData,
): void {
  showProblems(pages);
  pages.get(
    '/me',
    { config: { access: OPEN }, ...hidden },
    async (_request, reply) => await sendShell(reply, wayOfMail(services)),
  );
  pages.get(
    '/me/:token',
    { config: { access: LINK }, schema: { hide: true, params: tokenParameter } },
    async (request, reply) => {
      const entered = await enter(request.params.token);
      return await sendShell(reply, await dataWithPage(readData, request, entered));
    },
  );
}

function assetRoute(app: App): void {
  app.get('/me/assets/*', { config: { access: OPEN }, ...hidden }, async (request, reply) => {
    const pages = await loadPages();
    if (!pages) return sendMissing(reply);
    const asset = pages.employee.get(`assets/${(request.params as { '*': string })['*']}`);
    if (!asset) throw noSuchRoute();
    return sendFile(request, reply, asset);
  });
}

function downloadRoute(
  app: App,
  services: Needs<'config' | 'database' | 'openDownload' | 'readContractToken' | 'readPageToken' | 'proofs'>,
): void {
  const { config, database, openDownload, proofs } = services;
  const cookie = employeeCookie(config);
  const enter = createEntrances(services)['/me'];

  app.get(
    '/me/:token/documents/:id',
    {
      config: { access: LINK },
      schema: {
        hide: true,
        params: Type.Object({ ...tokenParameter.properties, ...idParameter.properties }),
        response: { 200: file },
      },
    },
    async (request, reply) => {
      const { owner } = await enter(request.params.token);
      if (proofs.find(cookie.read(request), owner) === undefined)
        throw new AppError('date-of-birth-required', 'Open the page and give the date of birth first.');
      const { id } = request.params;
      if (!(await ownsDocument(database.sql, owner, id))) throw notFound();
      const reader = { companyId: owner.companyId, signal: request.signal };
      const client = { name: `person ${owner.employeeId}`, companyId: owner.companyId };
      return sendDownload(reply, await openDownload({ reader, client }, WHOLE_COMPANY, id));
    },
  );
}

/** On a device that others use too. */
function forgetRoute(
  app: App,
  services: Needs<'config' | 'database' | 'readContractToken' | 'readPageToken' | 'proofs'>,
): void {
  const { config, proofs } = services;
  const cookie = employeeCookie(config);
  const enter = createEntrances(services)['/me'];

  app.post(
    '/me/:token/forget',
    {
      config: { access: LINK },
      schema: { hide: true, params: tokenParameter, response: { 204: noContent } },
    },
    async (request, reply) => {
      const { owner } = await enter(request.params.token);
      requireOwnPage(request, config.baseUrl);
      const others = proofs.remove(cookie.read(request), owner);
      if (others === '') cookie.clear(reply);
      else cookie.set(reply, others);
      return reply.code(204).send();
    },
  );
}

function wayOfMail({ config, mailPageLink }: Needs<'config' | 'mailPageLink'>) {
  return { isSetUp: mailPageLink !== undefined, isSpecimen: config.environment === 'staging' };
}

const Requested = Type.Object({ requested: Type.Boolean() });

function requestRoute(
  app: App,
  { config, database, mailPageLink }: Needs<'config' | 'database' | 'mailPageLink'>,
): void {
  const continueAfter = afterAnswers<string>(app);
  const waitForTurn = pacedTurns<string>(SLOTS.linkRequests);

  app.get(
    '/me/mail',
    {
      config: { access: OPEN },
      schema: {
        hide: true,
        response: { 200: record(Type.Object({ isSetUp: Type.Boolean(), isSpecimen: Type.Boolean() })) },
      },
    },
    async () => ({ data: wayOfMail({ config, mailPageLink }) }),
  );

  app.post(
    '/me',
    {
      config: { access: LINK },
      schema: {
        hide: true,
        body: Type.Object({
          email: emailAddress,
        }),
        response: { 202: record(Requested) },
      },
      preParsing: async (request: FastifyRequest, _reply, payload) => {
        requireOwnPage(request, config.baseUrl);
        await waitForTurn(request, networkOf(request.ip));
        return payload;
      },
    },
    async (request, reply: FastifyReply) => {
      if (!mailPageLink)
        throw new AppError(
          'mail-not-configured',
          'This server sends no mail. Ask your employer for the link.',
        );
      await countRequest(database.sql, request.ip);
      const { email } = request.body;
      // The answer does not wait for it: its time would reveal whether the address is known.
      await continueAfter(
        networkOf(request.ip),
        () => requestLink(database.sql, email, mailPageLink),
        request.log,
        'a link could not be mailed',
      );
      return reply.code(202).send({ data: { requested: true } });
    },
  );
}
