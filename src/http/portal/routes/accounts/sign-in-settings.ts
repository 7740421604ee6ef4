import { Type } from 'typebox';
import { type SignInSettings, selectSignInSettings } from '../../../../accounts/passkeys/passkeys-sql.ts';
import { setRequirePasskeys } from '../../../../accounts/passkeys/set-require-passkeys.ts';
import { passkeySite } from '../../../../accounts/passkeys/site.ts';
import type { Sql } from '../../../../platform/db/types.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { App } from '../../../app.ts';
import { record } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { actorOf, companyOf } from '../../require-session.ts';
import { named } from '../../schemas.ts';

const Settings = named('SignInSettings', {
  requirePasskeys: Type.Boolean(),
  users: Type.Integer(),
  usersWithPasskey: Type.Integer(),
});

/** How the users of a company sign in. Apart from the other settings, because a change asks for the password. */
export function signInSettingsRoutes(
  app: App,
  { config, database: { sql } }: Needs<'config' | 'database'>,
): void {
  const site = passkeySite(config.baseUrl);

  app.get(
    '/company/sign-in',
    { config: { access: 'portal-see-settings' }, schema: { response: { 200: record(Settings) } } },
    async (request) => ({ data: await readSettings(sql, companyOf(request)) }),
  );

  app.patch(
    '/company/sign-in',
    {
      config: { access: 'portal-administer-confirmed' },
      schema: { body: Type.Object({ requirePasskeys: Type.Boolean() }), response: { 200: record(Settings) } },
    },
    async (request) => {
      const companyId = companyOf(request);
      const change = { required: request.body.requirePasskeys, site };
      await sql.begin((tx) => setRequirePasskeys(tx, companyId, actorOf(request), change));
      return { data: await readSettings(sql, companyId) };
    },
  );
}

async function readSettings(sql: Sql, companyId: number): Promise<SignInSettings> {
  const settings = await selectSignInSettings(sql, companyId);
  if (!settings) throw notFound();
  return settings;
}
