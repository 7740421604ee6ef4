import { Type } from 'typebox';
import {
  confirmWithPasskey,
  requestConfirmation,
} from '../../../../accounts/passkeys/confirm-with-passkey.ts';
import { giveSecondFactor, requestSecondFactor } from '../../../../accounts/passkeys/second-factor.ts';
import { requestSignIn, signInWithPasskey } from '../../../../accounts/passkeys/sign-in-with-passkey.ts';
import { passkeySite, requireSite } from '../../../../accounts/passkeys/site.ts';
import type { App } from '../../../app.ts';
import { record } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { clientOf } from '../../client.ts';
import { knownBrowserCookie, sessionCookie, signInCookie } from '../../cookie.ts';
import { AnswerOfPasskey, PasskeyRequest } from '../../passkeys.ts';
import { sessionOf } from '../../require-session.ts';
import { createSignInAnswers, readOwnSession, Session } from '../../session.ts';

/** Ways to sign in, or to confirm, with a passkey (docs/decisions/0020-passkeys.md). */
export function passkeySignInRoutes(
  app: App,
  services: Needs<'config' | 'database' | 'knownBrowsers'>,
): void {
  const { config, database, knownBrowsers } = services;
  const { sql } = database;
  const site = passkeySite(config.baseUrl);
  const cookie = sessionCookie(config);
  const waiting = signInCookie(config);
  const knownBrowser = knownBrowserCookie(config);
  const answers = createSignInAnswers(services);
  const body = Type.Object({ answer: AnswerOfPasskey });

  app.post(
    '/session/passkey/request',
    { config: { access: 'portal-guest' }, schema: { response: { 200: record(PasskeyRequest) } } },
    async (request, reply) => {
      const { token, options } = await requestSignIn(sql, requireSite(site), clientOf(request));
      waiting.set(reply, token);
      return { data: options };
    },
  );

  app.post(
    '/session/second-factor/request',
    { config: { access: 'portal-guest' }, schema: { response: { 200: record(PasskeyRequest) } } },
    async (request) => ({
      data: await requestSecondFactor(sql, requireSite(site), waiting.read(request)),
    }),
  );

  for (const [path, finish] of [
    ['/session/passkey', signInWithPasskey],
    ['/session/second-factor', giveSecondFactor],
  ] as const)
    app.post(
      path,
      {
        config: { access: 'portal-guest' },
        schema: { body, response: { 200: record(Session) } },
      },
      async (request, reply) => {
        const signedIn = await finish(sql, requireSite(site), {
          answer: request.body.answer,
          token: waiting.read(request),
          client: clientOf(request),
          earlierToken: cookie.read(request),
          knownBrowser: knownBrowsers.read(knownBrowser.read(request)),
        });
        return { data: await answers.signedIn(request, reply, signedIn) };
      },
    );

  app.post(
    '/session/confirm/passkey/request',
    { config: { access: 'portal-user' }, schema: { response: { 200: record(PasskeyRequest) } } },
    async (request) => {
      const session = sessionOf(request);
      return { data: await requestConfirmation(sql, requireSite(site), session, session.token) };
    },
  );

  app.post(
    '/session/confirm/passkey',
    {
      config: { access: 'portal-user' },
      schema: { body, response: { 200: record(Session) } },
    },
    async (request) => {
      const session = sessionOf(request);
      await confirmWithPasskey(sql, requireSite(site), session, {
        token: session.token,
        answer: request.body.answer,
        client: clientOf(request),
      });
      return { data: await readOwnSession(sql, session.token, config) };
    },
  );
}
