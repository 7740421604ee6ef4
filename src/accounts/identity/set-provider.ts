import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { companyExists } from '../../company/companies/companies-sql.ts';
import { ROLES } from '../../domain/access/roles.ts';
import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { type Identity, secretContext } from './connect.ts';
import { checkSettings, domainOf, type IdentitySettings } from './provider-settings.ts';
import {
  deleteOtherWaysIn,
  type IdentityProvider,
  lockProvider,
  selectProvenAdmins,
  selectProvider,
  storeProvider,
} from './providers-sql.ts';

/** Settings that are not given stay as they are. */
export type ProviderChange = { [Name in keyof IdentitySettings]?: IdentitySettings[Name] | undefined } & {
  clientSecret?: string | undefined;
};

type Settings = Omit<IdentitySettings, 'issuer' | 'clientId'>;

const DEFAULTS: Settings = {
  domains: [],
  roleClaim: null,
  adminValues: [],
  hrValues: [],
  payrollValues: [],
  viewerValues: [],
  otherRole: null,
  createsUsers: false,
  onlyWayIn: false,
};

export async function setProvider(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  change: ProviderChange,
  { seal, environment }: Pick<Identity, 'seal' | 'environment'>,
): Promise<IdentityProvider> {
  if (!(await companyExists(tx, companyId))) throw notFound();
  const before = await lockProvider(tx, companyId);
  const settings = checkSettings(merge(before, change), environment);
  const secret = change.clientSecret;
  // Another issuer does not get the stored secret: an admin could otherwise read it there.
  if (secret === undefined && before?.issuer !== settings.issuer) throw missing('clientSecret');
  const isUnproven = before === undefined || !isDeepStrictEqual(provenPart(settings), provenPart(before));
  if (settings.onlyWayIn) await requireProof(tx, before, settings, isUnproven);
  await storeProvider(tx, companyId, {
    ...settings,
    isUnproven,
    clientSecret:
      secret === undefined ? (before?.clientSecret ?? '') : seal.close(secret, secretContext(companyId)),
    link: before?.link ?? randomBytes(16).toString('base64url'),
    vouchedDomains: vouchedDomains(actor, settings, change, before),
  });
  if (settings.onlyWayIn && !before?.onlyWayIn) await deleteOtherWaysIn(tx, companyId);
  await recordChange(tx, companyId, {
    actor,
    action: 'identity-provider-changed',
    subject: { type: 'company', id: companyId },
    details: { ...settings, secretChanged: secret !== undefined },
  });
  const after = await selectProvider(tx, companyId);
  if (!after) throw new Error('a provider that was just stored is not there');
  return after;
}

function merge(before: IdentityProvider | undefined, change: ProviderChange): IdentitySettings {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const { issuer, clientId }: Partial<IdentitySettings> = { ...before, ...given };
  if (issuer === undefined) throw missing('issuer');
  if (clientId === undefined) throw missing('clientId');
  const merged: Settings = { ...DEFAULTS, ...before, ...given };
  const names = Object.keys(DEFAULTS) as (keyof Settings)[];
  return {
    issuer,
    clientId,
    ...(Object.fromEntries(names.map((name) => [name, merged[name]])) as unknown as Settings),
  };
}

/** The settings that an admin proves by signing in. */
function provenPart({ issuer, clientId, roleClaim, otherRole, ...settings }: IdentitySettings) {
  return [issuer, clientId, roleClaim, otherRole, ...ROLES.map((role) => settings[`${role}Values`])];
}

/** Otherwise a misspelt setting would lock everybody out. */
async function requireProof(
  tx: Transaction,
  before: IdentityProvider | undefined,
  { domains }: IdentitySettings,
  isUnproven: boolean,
): Promise<void> {
  if (!before || isUnproven) throw refused('admin-signs-in-first');
  const admins = await selectProvenAdmins(tx, before.companyId, before);
  if (!admins.some(({ email }) => domains.includes(domainOf(email)))) throw refused('admin-signs-in-first');
}

/** The operator vouches for the domains that the command names. An admin cannot. */
function vouchedDomains(
  actor: Actor,
  { domains }: IdentitySettings,
  change: ProviderChange,
  before: IdentityProvider | undefined,
): readonly string[] {
  if (actor.type === 'operator' && change.domains !== undefined) return domains;
  return before?.vouchedDomains ?? [];
}

function missing(field: string): AppError {
  return new AppError('invalid-values', `${field} is missing.`, {
    errors: [{ in: 'body', pointer: `/${field}`, code: 'missing', message: 'is required' }],
  });
}
