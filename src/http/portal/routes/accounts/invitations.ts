import { type Static, Type } from 'typebox';
import { acceptInvitation, readInvitation } from '../../../../accounts/accept-invitation.ts';
import { type Invitation, selectOpenInvitations } from '../../../../accounts/invitations-sql.ts';
import { inviteUser } from '../../../../accounts/invite-user.ts';
import { withdrawInvitation } from '../../../../accounts/withdraw-invitation.ts';
import { ROLES } from '../../../../domain/access/roles.ts';
import type { App } from '../../../app.ts';
import { idParameter, nullable, oneOf, pageOf, record, recordId, timestamp } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { clientOf } from '../../client.ts';
import { sessionCookie } from '../../cookie.ts';
import { handedOut, handOut } from '../../hand-out.ts';
import { actorOf, companyOf } from '../../require-session.ts';
import { email, named, noContent, password, toWhole } from '../../schemas.ts';
import { createSignInAnswers, SignInAnswer } from '../../session.ts';

const invitation = {
  id: recordId,
  email: Type.String(),
  role: oneOf(ROLES),
  createdAt: timestamp('When it was made.'),
  expiresAt: timestamp('Until when it can be accepted.'),
  invitedBy: nullable(Type.String()),
};
const OpenInvitation = named('Invitation', invitation);
const IssuedInvitation = named('IssuedInvitation', { ...invitation, ...handedOut });
const OpenedInvitation = named('OpenedInvitation', {
  email: Type.String(),
  role: oneOf(ROLES),
  companyName: Type.String(),
  locale: Type.String(),
  expiresAt: timestamp('Until when it can be accepted.'),
  provider: Type.Unsafe<{ link: string; isOnlyWayIn: boolean } | null>({
    type: ['object', 'null'],
    properties: { link: Type.String(), isOnlyWayIn: Type.Boolean() },
    required: ['link', 'isOnlyWayIn'],
  }),
});
const token = Type.String({ minLength: 1, maxLength: 100 });

export function invitationRoutes(
  app: App,
  services: Needs<'config' | 'database' | 'knownBrowsers' | 'mailTokens'>,
): void {
  const { config, database, mailTokens } = services;
  const answers = createSignInAnswers(services);
  const cookie = sessionCookie(config);

  app.get(
    '/invitations',
    { config: { access: 'portal-administer' }, schema: { response: { 200: pageOf(OpenInvitation) } } },
    async (request) => toWhole(await selectOpenInvitations(database.sql, companyOf(request)), show),
  );

  app.post(
    '/invitations',
    {
      config: { access: 'portal-administer-confirmed' },
      schema: {
        body: Type.Object({ email, role: oneOf(ROLES) }),
        response: { 201: record(IssuedInvitation) },
      },
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      const { stored, token } = await database.sql.begin(async (tx) => {
        const made = await inviteUser(tx, companyId, actorOf(request), request.body, mailTokens);
        const open = await selectOpenInvitations(tx, companyId);
        return { ...made, stored: open.find(({ id }) => id === made.id) };
      });
      if (!stored) throw new Error('an invitation that was just made is not there');
      return reply.code(201).send({ data: { ...show(stored), ...handOut(config, token) } });
    },
  );

  app.delete(
    '/invitations/:id',
    {
      config: { access: 'portal-administer' },
      schema: { params: idParameter, response: { 204: noContent } },
    },
    async (request, reply) => {
      const { id } = request.params;
      await database.sql.begin((tx) => withdrawInvitation(tx, companyOf(request), id, actorOf(request)));
      return reply.code(204).send();
    },
  );

  app.post(
    '/invitation',
    {
      config: { access: 'portal-guest' },
      schema: {
        body: Type.Object({ token }),
        response: {
          200: record(OpenedInvitation),
        },
      },
    },
    async (request) => {
      const found = await readInvitation(database.sql, request.body.token, request.ip);
      const { companyName, locale, role, expiresAt, provider } = found;
      return {
        data: { email: found.email, role, companyName, locale, expiresAt: expiresAt.toISOString(), provider },
      };
    },
  );

  app.post(
    '/invitation/accept',
    {
      config: { access: 'portal-guest' },
      schema: { body: Type.Object({ token, password }), response: { 201: record(SignInAnswer) } },
    },
    async (request, reply) => {
      const next = await acceptInvitation(database.sql, {
        ...request.body,
        client: clientOf(request),
        earlierToken: cookie.read(request),
      });
      return reply.code(201).send({ data: await answers.next(request, reply, next) });
    },
  );
}

function show({
  createdAt,
  expiresAt,
  ...rest
}: Invitation): Static<ReturnType<typeof Type.Object<typeof invitation>>> {
  return { ...rest, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
