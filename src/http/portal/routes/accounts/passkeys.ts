import { type Static, Type } from 'typebox';
import { addPasskey, requestNewPasskey } from '../../../../accounts/passkeys/add-passkey.ts';
import { type Passkey, selectPasskeys } from '../../../../accounts/passkeys/passkeys-sql.ts';
import { removePasskey } from '../../../../accounts/passkeys/remove-passkey.ts';
import { renamePasskey } from '../../../../accounts/passkeys/rename-passkey.ts';
import { passkeySite, requireSite } from '../../../../accounts/passkeys/site.ts';
import type { PortalSession } from '../../../../accounts/sessions-sql.ts';
import type { Sql } from '../../../../platform/db/types.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { App } from '../../../app.ts';
import { idParameter, pageOf, record, recordId, timestamp } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { CreatedPasskey, PasskeyCreation } from '../../passkeys.ts';
import { sessionOf } from '../../require-session.ts';
import { named, noContent, nullableTimestamp, toWhole } from '../../schemas.ts';

const PasskeySchema = named('Passkey', {
  id: recordId,
  name: Type.String(),
  createdAt: timestamp('When it was added.'),
  lastUsedAt: nullableTimestamp,
});

const name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });

/** The passkeys of the signed-in user. */
export function passkeyRoutes(app: App, { config, database: { sql } }: Needs<'config' | 'database'>): void {
  const site = passkeySite(config.baseUrl);

  app.get(
    '/passkeys',
    { config: { access: 'portal-user' }, schema: { response: { 200: pageOf(PasskeySchema) } } },
    async (request) => {
      const { companyId, userId } = sessionOf(request);
      return toWhole(await selectPasskeys(sql, companyId, userId), show);
    },
  );

  app.post(
    '/passkeys/request',
    {
      config: { access: 'portal-unfinished-confirmed' },
      schema: { response: { 200: record(PasskeyCreation) } },
    },
    async (request) => {
      const session = sessionOf(request);
      const place = requireSite(site);
      const data = await sql.begin((tx) => requestNewPasskey(tx, place, session, session.token));
      return { data };
    },
  );

  app.post(
    '/passkeys',
    {
      config: { access: 'portal-unfinished-confirmed' },
      schema: {
        body: Type.Object({ name, created: CreatedPasskey }),
        response: { 201: record(PasskeySchema) },
      },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const id = await addPasskey(sql, requireSite(site), session, {
        token: session.token,
        name: request.body.name.trim(),
        answer: request.body.created,
      });
      return reply.code(201).send({ data: await readPasskey(sql, session, id) });
    },
  );

  app.patch(
    '/passkeys/:id',
    {
      config: { access: 'portal-user' },
      schema: { params: idParameter, body: Type.Object({ name }), response: { 200: record(PasskeySchema) } },
    },
    async (request) => {
      const session = sessionOf(request);
      const { id } = request.params;
      await sql.begin((tx) => renamePasskey(tx, session, { id, name: request.body.name.trim() }));
      return { data: await readPasskey(sql, session, id) };
    },
  );

  app.delete(
    '/passkeys/:id',
    {
      config: { access: 'portal-user-confirmed' },
      schema: { params: idParameter, response: { 204: noContent } },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      await sql.begin((tx) => removePasskey(tx, session, request.params.id));
      return reply.code(204).send();
    },
  );
}

async function readPasskey(
  sql: Sql,
  { companyId, userId }: PortalSession,
  id: number,
): Promise<Static<typeof PasskeySchema>> {
  const passkey = (await selectPasskeys(sql, companyId, userId)).find((each) => each.id === id);
  if (!passkey) throw notFound();
  return show(passkey);
}

function show({ createdAt, lastUsedAt, ...passkey }: Passkey): Static<typeof PasskeySchema> {
  return {
    ...passkey,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
