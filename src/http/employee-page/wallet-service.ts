import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { BODY_BYTES, PHONE_REPORTS_LOGGED, SLOTS } from '../../platform/limits.ts';
import { networkOf } from '../../platform/network-of.ts';
import { buildPass } from '../../tickets/wallet/lasting/build-pass.ts';
import {
  refreshPass,
  registerDevice,
  requirePass,
  unregisterDevice,
} from '../../tickets/wallet/lasting/devices.ts';
import { selectChangedPasses } from '../../tickets/wallet/lasting/registrations-sql.ts';
import { LINK } from '../access.ts';
import type { App } from '../app.ts';
import { pacedTurns } from '../limits/paced-turns.ts';
import { countsPerMinute } from '../limits/rate-limit.ts';
import { noContent } from '../portal/schemas.ts';
import { recordId } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { loggable } from './phone-reports.ts';
import { PKPASS_TYPE } from './wallet.ts';

const company = { company: recordId };
const passType = { passType: Type.String() };
const passParameters = Type.Object({ ...company, ...passType, serial: Type.String() });
const deviceParameters = Type.Object({ ...company, device: Type.String(), ...passType });
const registrationParameters = Type.Object({ ...passParameters.properties, device: Type.String() });

const DEVICE = /^[A-Za-z0-9._-]{1,100}$/;

const CONFIG = { access: LINK };

type WalletNeeds = Needs<'database' | 'passes'>;

/**
 * Apple's web service for passes: phones register for a pass, ask which of their passes have changed, and fetch them
 * (docs/wallet.md). It is not part of our API: the paths, the statuses and the names of the fields are Apple's.
 */
export function walletServiceRoutes(app: App, services: WalletNeeds): void {
  registerRoute(app, services);
  unregisterRoute(app, services);
  changedPassesRoute(app, services);
  passRoute(app, services);
  logRoute(app);
}

/** The pass that the phone has. An unknown pass, another pass type and a wrong token are refused alike. */
async function authenticate(
  { database, passes }: WalletNeeds,
  request: FastifyRequest<{ Params: { company: number; passType: string; serial: string } }>,
  reply: FastifyReply,
): Promise<{ companyId: number; passId: number; token: string }> {
  reply.header('WWW-Authenticate', 'ApplePass');
  const { company: companyId, passType: given, serial } = request.params;
  const token = /^ApplePass (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const { passTypeId } = await passes.issuers.apple();
  const passId = await requirePass(database.sql, companyId, {
    serial: given === passTypeId ? serial : '',
    token,
  });
  reply.removeHeader('WWW-Authenticate');
  return { companyId, passId, token };
}

function registerRoute(app: App, services: WalletNeeds): void {
  app.post(
    '/wallet/:company/v1/devices/:device/registrations/:passType/:serial',
    {
      config: CONFIG,
      bodyLimit: BODY_BYTES.passService,
      schema: {
        hide: true,
        params: registrationParameters,
        body: Type.Object({ pushToken: Type.String({ pattern: '^[A-Za-z0-9]{1,200}$' }) }),
        response: { 200: noContent, 201: noContent },
      },
    },
    async (request, reply) => {
      const { companyId, passId } = await authenticate(services, request, reply);
      const { device } = request.params;
      if (!DEVICE.test(device)) throw new AppError('malformed-request', 'This is not the name of a device.');
      const { pushToken } = request.body;
      const isNew = await registerDevice(services.database.sql, companyId, { passId, device, pushToken });
      return reply.code(isNew ? 201 : 200).send();
    },
  );
}

function unregisterRoute(app: App, services: WalletNeeds): void {
  app.delete(
    '/wallet/:company/v1/devices/:device/registrations/:passType/:serial',
    { config: CONFIG, schema: { hide: true, params: registrationParameters, response: { 200: noContent } } },
    async (request, reply) => {
      const { companyId, passId } = await authenticate(services, request, reply);
      await unregisterDevice(services.database.sql, companyId, { passId, device: request.params.device });
      return reply.code(200).send();
    },
  );
}

function changedPassesRoute(app: App, { database }: Needs<'database'>): void {
  // The device's own name, which nobody else knows, is the credential.
  app.get(
    '/wallet/:company/v1/devices/:device/registrations/:passType',
    {
      config: CONFIG,
      schema: {
        hide: true,
        params: deviceParameters,
        querystring: Type.Object({ passesUpdatedSince: Type.Optional(Type.String()) }),
        response: {
          200: Type.Object({ serialNumbers: Type.Array(Type.String()), lastUpdated: Type.String() }),
          204: noContent,
        },
      },
    },
    async (request, reply) => {
      const { company: companyId, device } = request.params;
      const { passesUpdatedSince: tag = '' } = request.query;
      const since = /^\d{1,15}$/.test(tag) ? Number(tag) : 0;
      const { serials, lastNumber } = await selectChangedPasses(database.sql, companyId, device, since);
      reply.header('Cache-Control', 'private, no-store');
      if (serials.length === 0) return reply.code(204).send();
      return { serialNumbers: serials, lastUpdated: String(lastNumber) };
    },
  );
}

function passRoute(app: App, services: WalletNeeds): void {
  app.get(
    '/wallet/:company/v1/passes/:passType/:serial',
    { config: CONFIG, schema: { hide: true, params: passParameters } },
    async (request, reply) => {
      const { companyId, passId, token } = await authenticate(services, request, reply);
      const pass = await refreshPass(services.database.sql, services.passes.seal, companyId, {
        passId,
        token,
      });
      const changedAt = pass.changedAt.toUTCString();
      reply.header('Cache-Control', 'private, no-store').header('Last-Modified', changedAt);
      // Any other time is answered with the pass, also a later one: after a backup was restored, times begin again.
      if (request.headers['if-modified-since'] === changedAt) return reply.code(304).send();
      return reply.type(PKPASS_TYPE).send(await buildPass(services.passes, pass, token, request.signal));
    },
  );
}

/** Anybody can send reports, also for companies that do not exist. They need no database. */
function logRoute(app: App): void {
  const waitForTurn = pacedTurns<string>(SLOTS.phoneReports);
  const countOfNetwork = countsPerMinute<string>();
  const countOfNode = countsPerMinute<'node'>();
  const mayLog = (network: string) =>
    countOfNetwork(network).used <= PHONE_REPORTS_LOGGED.ofNetwork &&
    countOfNode('node').used <= PHONE_REPORTS_LOGGED.ofNode;

  app.post(
    '/wallet/:company/v1/log',
    {
      config: CONFIG,
      schema: {
        hide: true,
        params: Type.Object(company),
        body: Type.Object({ logs: Type.Array(Type.String(), { maxItems: 100 }) }),
        response: { 200: noContent },
      },
      preParsing: async (request, _reply, payload) => {
        await waitForTurn(request, networkOf(request.ip));
        return payload;
      },
    },
    async (request, reply) => {
      const { logs } = request.body;
      if (mayLog(networkOf(request.ip)))
        request.log.info({ count: logs.length, messages: loggable(logs) }, 'a phone reports about passes');
      return reply.code(200).send();
    },
  );
}
