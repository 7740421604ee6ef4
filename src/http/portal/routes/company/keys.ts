import { type Static, Type } from 'typebox';
import { createKey, MAX_NETWORKS } from '../../../../company/api-keys/create-key.ts';
import { type KeyRecord, selectKeys } from '../../../../company/api-keys/keys-sql.ts';
import { PERMISSIONS } from '../../../../company/api-keys/permissions.ts';
import { revokeKey } from '../../../../company/api-keys/revoke-key.ts';
import { rotateKey } from '../../../../company/api-keys/rotate-key.ts';
import { startOf } from '../../../../domain/calendar/dates.ts';
import { isNetwork } from '../../../../platform/networks.ts';
import type { App } from '../../../app.ts';
import { idParameter, nullable, oneOf, pageOf, record, recordId, timestamp } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { invalidValues } from '../../../validation-errors.ts';
import { actorOf, companyOf } from '../../require-session.ts';
import { named, nameText, nullableTimestamp, overlapSeconds, toWhole } from '../../schemas.ts';

const MAX_INTEGRATIONS = 100;

const key = {
  id: recordId,
  username: Type.String(),
  name: Type.String(),
  permissions: Type.Array(oneOf(PERMISSIONS)),
  /** Null: for the whole company. */
  integrationIds: nullable(Type.Array(recordId)),
  /** Null: from everywhere. */
  allowFrom: nullable(Type.Array(Type.String())),
  state: oneOf(['active', 'expired', 'revoked']),
  createdAt: timestamp('When it was made.'),
  expiresAt: nullableTimestamp,
  isExpiring: Type.Boolean(),
  revokedAt: nullableTimestamp,
  lastUsedAt: nullableTimestamp,
  /** The latest recorded use from an address that is not allowed. */
  refusedAt: nullableTimestamp,
  refusedFrom: nullable(Type.String()),
};
const Key = named('Key', key);
const NewKey = named('IssuedKey', { ...key, password: Type.String() });

export function keyRoutes(app: App, { config, database: { sql } }: Needs<'config' | 'database'>): void {
  app.get(
    '/keys',
    { config: { access: 'portal-see-settings' }, schema: { response: { 200: pageOf(Key) } } },
    async (request) => toWhole(await selectKeys(sql, companyOf(request)), show),
  );

  app.post(
    '/keys',
    {
      config: { access: 'portal-administer-confirmed' },
      schema: {
        body: Type.Object({
          name: nameText,
          permissions: Type.Array(oneOf(PERMISSIONS), { minItems: 1, maxItems: PERMISSIONS.length }),
          expiresAt: Type.Optional(nullable(Type.String({ format: 'date-or-timestamp' }))),
          integrationIds: Type.Optional(
            nullable(Type.Array(idParameter.properties.id, { minItems: 1, maxItems: MAX_INTEGRATIONS })),
          ),
          allowFrom: Type.Optional(
            nullable(Type.Array(Type.String({ maxLength: 50 }), { minItems: 1, maxItems: MAX_NETWORKS })),
          ),
        }),
        response: { 201: record(NewKey) },
      },
    },
    async (request, reply) => {
      const { name, permissions, expiresAt, integrationIds = null, allowFrom = null } = request.body;
      requireNetworks(allowFrom ?? []);
      const made = await sql.begin((tx) =>
        createKey(tx, companyOf(request), actorOf(request), {
          environment: config.environment,
          name: name.trim(),
          permissions,
          expiresAt: expiresAt ? futureMoment(expiresAt) : null,
          integrationIds,
          allowFrom,
        }),
      );
      return reply.code(201).send({ data: { ...show(made), password: made.password } });
    },
  );

  app.post(
    '/keys/:id/rotate',
    {
      config: { access: 'portal-administer-confirmed' },
      schema: {
        params: idParameter,
        body: Type.Object({ overlapSeconds }),
        response: { 200: record(NewKey) },
      },
    },
    async (request) => {
      const rotated = await sql.begin((tx) =>
        rotateKey(tx, companyOf(request), request.params.id, actorOf(request), request.body.overlapSeconds),
      );
      return { data: { ...show(rotated), password: rotated.password } };
    },
  );

  app.post(
    '/keys/:id/revoke',
    {
      config: { access: 'portal-administer' },
      schema: { params: idParameter, response: { 200: record(Key) } },
    },
    async (request) => {
      const { id } = request.params;
      const revoked = await sql.begin((tx) => revokeKey(tx, companyOf(request), id, actorOf(request)));
      return { data: show(revoked) };
    },
  );
}

function futureMoment(text: string): Date {
  const moment = startOf(text);
  if (moment.getTime() > Date.now()) return moment;
  const message = 'must lie in the future';
  throw invalidValues([{ in: 'body', pointer: '/expiresAt', code: 'too-small', message }]);
}

function requireNetworks(given: readonly string[]): void {
  const message = 'must be an address such as 203.0.113.7 or a network such as 2001:db8::/32';
  const errors = given.flatMap((text, index) =>
    isNetwork(text)
      ? []
      : [{ in: 'body' as const, pointer: `/allowFrom/${index}`, code: 'malformed', message }],
  );
  if (errors.length > 0) throw invalidValues(errors);
}

function show(record: KeyRecord): Static<typeof Key> {
  const { id, username, name, permissions, integrationIds, allowFrom, refusedFrom } = record;
  const { createdAt, expiresAt, isExpiring, revokedAt, lastUsedAt, refusedAt } = record;
  const isExpired = expiresAt !== null && expiresAt.getTime() <= Date.now();
  return {
    id,
    username,
    name,
    permissions,
    integrationIds,
    allowFrom,
    state: revokedAt ? 'revoked' : isExpired ? 'expired' : 'active',
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    isExpiring,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    refusedAt: refusedAt?.toISOString() ?? null,
    refusedFrom,
  };
}
