import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import {
  type BegunSignIn,
  beginConfirmation,
  beginSignIn,
} from '../../../../accounts/identity/begin-sign-in.ts';
import { findProviders } from '../../../../accounts/identity/find-providers.ts';
import { finishSignIn } from '../../../../accounts/identity/finish-sign-in.ts';
import { MAX_ADDRESS_LENGTH } from '../../../../accounts/identity/provider-settings.ts';
import type { App } from '../../../app.ts';
import { oneOf, record } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { clientOf } from '../../client.ts';
import { identityCookie, sessionCookie } from '../../cookie.ts';
import { sessionOf } from '../../require-session.ts';
import { email, named } from '../../schemas.ts';
import { createSignInAnswers, readOwnSession, SignInAnswer } from '../../session.ts';

const FoundProvider = named('FoundProvider', { link: Type.String(), companyName: Type.String() });
const Redirect = named('ProviderRedirect', { url: Type.String() });
const Finished = named('FinishedSignIn', {
  step: oneOf(['signed-in', 'passkey', 'confirmed']),
  returnPath: Type.String(),
  next: SignInAnswer,
});

/** Longer answers of a provider do not exist: a code has some hundred characters. */
const MAX_QUERY_LENGTH = 8_000;

/** Sign-in through the company's identity provider (docs/decisions/0021-identity-providers.md). */
export function identitySignInRoutes(
  app: App,
  services: Needs<'config' | 'database' | 'knownBrowsers' | 'identity'>,
): void {
  const { config, database, identity } = services;
  const { sql } = database;
  const cookie = sessionCookie(config);
  const attempt = identityCookie(config);
  const answers = createSignInAnswers(services);
  const redirect = (reply: FastifyReply, begun: BegunSignIn) => {
    attempt.set(reply, begun.cookie);
    return { data: { url: begun.url } };
  };

  app.post(
    '/identity/find',
    {
      config: { access: 'portal-guest' },
      schema: {
        body: Type.Object({ email }),
        response: { 200: record(Type.Object({ providers: Type.Array(FoundProvider) })) },
      },
    },
    async ({ body }) => ({
      data: { providers: await findProviders(sql, body.email, config.environment) },
    }),
  );

  app.post(
    '/identity/begin',
    {
      config: { access: 'portal-guest' },
      schema: {
        body: Type.Object({
          link: Type.String({ minLength: 1, maxLength: 100 }),
          email: Type.Optional(email),
          returnTo: Type.Optional(Type.String({ maxLength: MAX_ADDRESS_LENGTH })),
        }),
        response: { 200: record(Redirect) },
      },
    },
    async (request, reply) => {
      const { link, email: hint, returnTo } = request.body;
      const address = clientOf(request).address;
      return redirect(reply, await beginSignIn(sql, identity, { link, email: hint, returnTo, address }));
    },
  );

  app.post(
    '/identity/confirm',
    { config: { access: 'portal-user' }, schema: { response: { 200: record(Redirect) } } },
    async (request, reply) => {
      const session = sessionOf(request);
      return redirect(reply, await beginConfirmation(sql, identity, session, session.token));
    },
  );

  app.post(
    '/identity/finish',
    {
      bodyLimit: 2 * MAX_QUERY_LENGTH,
      config: { access: 'portal-guest' },
      schema: {
        body: Type.Object({ query: Type.String({ maxLength: MAX_QUERY_LENGTH }) }),
        response: { 200: record(Finished) },
      },
    },
    async (request, reply) => {
      const sessionToken = cookie.read(request);
      const finished = await finishSignIn(sql, identity, {
        query: request.body.query,
        cookie: attempt.read(request),
        client: clientOf(request),
        sessionToken,
      });
      const { step, returnPath } = finished;
      const next =
        finished.step === 'confirmed'
          ? await readOwnSession(sql, sessionToken ?? '', config)
          : await answers.next(request, reply, finished);
      attempt.clear(reply);
      return { data: { step, returnPath, next } };
    },
  );
}
