import { type Static, Type } from 'typebox';
import {
  MAX_ADDRESS_LENGTH,
  MAX_VALUE_LENGTH,
  MAX_VALUES,
} from '../../../../accounts/identity/provider-settings.ts';
import {
  type IdentityProvider,
  selectProvenAdmins,
  selectProvider,
} from '../../../../accounts/identity/providers-sql.ts';
import { removeProvider } from '../../../../accounts/identity/remove-provider.ts';
import { setProvider } from '../../../../accounts/identity/set-provider.ts';
import { signInLink } from '../../../../accounts/identity/sign-in-link.ts';
import { CHECKS, PROBLEMS, RESULTS, testProvider } from '../../../../accounts/identity/test-provider.ts';
import { ROLES } from '../../../../domain/access/roles.ts';
import { SLOTS } from '../../../../platform/limits.ts';
import { Slots } from '../../../../platform/slots.ts';
import type { App } from '../../../app.ts';
import { whileConnected } from '../../../limits/while-connected.ts';
import { nullable, oneOf, record, timestamp } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { actorOf, companyOf } from '../../require-session.ts';
import { named, noContent } from '../../schemas.ts';

const address = Type.String({ minLength: 1, maxLength: MAX_ADDRESS_LENGTH });
const value = Type.String({ minLength: 1, maxLength: MAX_VALUE_LENGTH });
const list = Type.Array(value, { maxItems: MAX_VALUES });

const settings = {
  issuer: address,
  clientId: address,
  domains: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: MAX_VALUES }),
  roleClaim: nullable(value),
  adminValues: list,
  hrValues: list,
  payrollValues: list,
  viewerValues: list,
  otherRole: nullable(oneOf(ROLES)),
  createsUsers: Type.Boolean(),
  onlyWayIn: Type.Boolean(),
};
/** Left out by clients from before these roles: they stay as they are. */
const laterValues = { hrValues: Type.Optional(list), payrollValues: Type.Optional(list) };
const clientSecret = Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ADDRESS_LENGTH }));

const Provider = named('IdentityProvider', {
  ...settings,
  vouchedDomains: Type.Array(Type.String()),
  signInLink: Type.String(),
  canBeOnlyWayIn: Type.Boolean(),
  updatedAt: timestamp('When the settings were changed last.'),
});

/** The address is needed to register the portal at the provider, before anything is set. */
const Settings = named('IdentitySettings', {
  redirectUri: Type.String(),
  provider: Type.Unsafe<Static<typeof Provider> | null>({ anyOf: [Provider, { type: 'null' }] }),
});

const Check = named('ProviderCheck', {
  check: oneOf(CHECKS),
  result: oneOf(RESULTS),
  problem: nullable(oneOf(PROBLEMS)),
});

/** The company's identity provider. The secret is in no answer. */
export function identityProviderRoutes(
  app: App,
  { config, database: { sql }, identity }: Needs<'config' | 'database' | 'identity'>,
): void {
  const tests = new Slots(SLOTS.identityTests);
  const show = async (
    provider: IdentityProvider | undefined,
  ): Promise<{ data: Static<typeof Settings> }> => ({
    data: {
      redirectUri: identity.redirectUri,
      provider: provider ? showProvider(provider, config.baseUrl, await isProven(provider)) : null,
    },
  });
  const isProven = async (provider: IdentityProvider) =>
    (await selectProvenAdmins(sql, provider.companyId, provider)).length > 0;

  app.get(
    '/identity-provider',
    { config: { access: 'portal-administer' }, schema: { response: { 200: record(Settings) } } },
    async (request) => await show(await selectProvider(sql, companyOf(request))),
  );

  app.put(
    '/identity-provider',
    {
      config: { access: 'portal-administer-confirmed' },
      schema: {
        body: Type.Object({ ...settings, ...laterValues, clientSecret }),
        response: { 200: record(Settings) },
      },
    },
    async (request) => {
      const provider = await sql.begin((tx) =>
        setProvider(tx, companyOf(request), actorOf(request), request.body, identity),
      );
      return await show(provider);
    },
  );

  app.delete(
    '/identity-provider',
    { config: { access: 'portal-administer-confirmed' }, schema: { response: { 204: noContent } } },
    async (request, reply) => {
      await sql.begin((tx) => removeProvider(tx, companyOf(request), actorOf(request)));
      return reply.code(204).send();
    },
  );

  app.post(
    '/identity-provider/test',
    {
      config: { access: 'portal-administer-confirmed' },
      schema: {
        body: Type.Object({ issuer: address, clientId: address, clientSecret }),
        response: { 200: record(Type.Object({ checks: Type.Array(Check) })) },
      },
    },
    async (request) => {
      const companyId = companyOf(request);
      const stored = await selectProvider(sql, companyId);
      const checks = await whileConnected(request.raw.socket, (signal) =>
        tests.use(companyId, () => testProvider(identity, request.body, stored), signal),
      );
      return { data: { checks } };
    },
  );
}

function showProvider(
  provider: IdentityProvider,
  baseUrl: string,
  canBeOnlyWayIn: boolean,
): Static<typeof Provider> {
  return {
    issuer: provider.issuer,
    clientId: provider.clientId,
    domains: [...provider.domains],
    vouchedDomains: [...provider.vouchedDomains],
    roleClaim: provider.roleClaim,
    adminValues: [...provider.adminValues],
    hrValues: [...provider.hrValues],
    payrollValues: [...provider.payrollValues],
    viewerValues: [...provider.viewerValues],
    otherRole: provider.otherRole,
    createsUsers: provider.createsUsers,
    onlyWayIn: provider.onlyWayIn,
    signInLink: signInLink(baseUrl, provider),
    canBeOnlyWayIn,
    updatedAt: provider.updatedAt.toISOString(),
  };
}
