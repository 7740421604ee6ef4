import { Type } from 'typebox';
import { confirmSession } from '../../../../accounts/confirm-session.ts';
import { countResetRequest, requestReset } from '../../../../accounts/request-reset.ts';
import { signIn } from '../../../../accounts/sign-in.ts';
import { signOut } from '../../../../accounts/sign-out.ts';
import { AppError } from '../../../../platform/errors.ts';
import { SLOTS } from '../../../../platform/limits.ts';
import { networkOf } from '../../../../platform/network-of.ts';
import { afterAnswers } from '../../../after-answers.ts';
import type { App } from '../../../app.ts';
import { pacedTurns } from '../../../limits/paced-turns.ts';
import { whileConnected } from '../../../limits/while-connected.ts';
import { record, recordId } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { clientOf } from '../../client.ts';
import { knownBrowserCookie, sessionCookie } from '../../cookie.ts';
import { sessionOf } from '../../require-session.ts';
import { email, named, noContent, password } from '../../schemas.ts';
import { createSignInAnswers, readOwnSession, Session, SignInAnswer, showSession } from '../../session.ts';

/** The answer to the password of users of several companies. Nobody is signed in yet. */
const CompanyChoice = named('CompanyChoice', {
  companies: Type.Array(Type.Object({ id: recordId, name: Type.String() })),
});

type SignInNeeds = Needs<'config' | 'database' | 'knownBrowsers'>;

export function sessionRoutes(app: App, services: SignInNeeds & Needs<'mailTokens'>): void {
  signInRoute(app, services);
  passwordResetRoute(app, services);
  sessionRoute(app, services);
  signOutRoute(app, services);
  confirmRoute(app, services);
}

function signInRoute(app: App, services: SignInNeeds): void {
  const { config, database, knownBrowsers } = services;
  const cookie = sessionCookie(config);
  const knownBrowser = knownBrowserCookie(config);
  const answers = createSignInAnswers(services);

  app.post(
    '/session',
    {
      config: { access: 'portal-guest' },
      schema: {
        body: Type.Object({ email, password, companyId: Type.Optional(recordId) }),
        response: { 200: record(Type.Union([SignInAnswer, CompanyChoice])) },
      },
    },
    async (request, reply) => {
      const next = await whileConnected(request.raw.socket, (signal) =>
        signIn(database.sql, {
          ...request.body,
          companyId: request.body.companyId,
          client: clientOf(request),
          earlierToken: cookie.read(request),
          knownBrowser: knownBrowsers.read(knownBrowser.read(request)),
          signal,
        }),
      );
      if (next.step === 'company') return { data: { companies: next.companies } };
      return { data: await answers.next(request, reply, next) };
    },
  );
}

function passwordResetRoute(app: App, { database, mailTokens }: Needs<'database' | 'mailTokens'>): void {
  const continueAfter = afterAnswers<string>(app);
  const waitForTurn = pacedTurns<string>(SLOTS.linkRequests);

  app.post(
    '/password-reset',
    {
      config: { access: 'portal-guest' },
      schema: {
        body: Type.Object({ email }),
        response: { 202: record(Type.Object({ requested: Type.Boolean() })) },
      },
    },
    async (request, reply) => {
      if (!mailTokens)
        throw new AppError(
          'mail-not-configured',
          'This server sends no mail. Ask an administrator of your company.',
        );
      const { address } = clientOf(request);
      await waitForTurn(request, networkOf(address));
      await countResetRequest(database.sql, address);
      await continueAfter(
        networkOf(address),
        () => requestReset(database.sql, request.body.email, mailTokens),
        request.log,
        'a link for a new password could not be mailed',
      );
      return reply.code(202).send({ data: { requested: true } });
    },
  );
}

function sessionRoute(app: App, { config }: Needs<'config'>): void {
  app.get(
    '/session',
    {
      // Without a session the answer is null: browsers report a 401 as an error of the page.
      config: { access: 'portal-unfinished-or-guest' },
      schema: { response: { 200: record(Type.Union([Session, Type.Null()])) } },
    },
    async ({ signedIn }) => ({ data: signedIn && showSession(signedIn, config) }),
  );
}

function signOutRoute(app: App, { config, database }: Needs<'config' | 'database'>): void {
  const cookie = sessionCookie(config);

  app.delete(
    '/session',
    { config: { access: 'portal-unfinished' }, schema: { response: { 204: noContent } } },
    async (request, reply) => {
      const session = sessionOf(request);
      await database.sql.begin((tx) => signOut(tx, session, session.token));
      cookie.clear(reply);
      return reply.code(204).send();
    },
  );
}

function confirmRoute(app: App, { config, database }: Needs<'config' | 'database'>): void {
  app.post(
    '/session/confirm',
    {
      config: { access: 'portal-unfinished' },
      schema: { body: Type.Object({ password }), response: { 200: record(Session) } },
    },
    async (request) => {
      const session = sessionOf(request);
      await confirmSession(database.sql, session, session.token, {
        password: request.body.password,
      });
      return { data: await readOwnSession(database.sql, session.token, config) };
    },
  );
}
