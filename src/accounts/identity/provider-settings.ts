import { domainToASCII } from 'node:url';
import { ROLES, type Role } from '../../domain/access/roles.ts';
import type { Environment } from '../../platform/config/config.ts';
import { AppError, type ValueError } from '../../platform/errors.ts';
import { isLoopbackAddress } from '../../platform/outgoing/public-address.ts';

/** The settings with the values of the claim for each role. */
export type RoleValues = `${Role}Values`;

/** How a company's people sign in through its identity provider. The secret is kept apart. */
export interface IdentitySettings extends Readonly<Record<RoleValues, readonly string[]>> {
  issuer: string;
  clientId: string;
  /** Domains of e-mail addresses that may sign in. */
  domains: readonly string[];
  /** The claim that decides about the role at each sign-in. Null: roles are managed in the portal. */
  roleClaim: string | null;
  /** The role of everybody else. Null: no entry. */
  otherRole: Role | null;
  /** Whether the first sign-in of a person who is not invited creates a user. */
  createsUsers: boolean;
  onlyWayIn: boolean;
}

export const MAX_VALUE_LENGTH = 200;
export const MAX_ADDRESS_LENGTH = 500;
export const MAX_VALUES = 50;

/** Returns the settings in the form in which they are stored. */
export function checkSettings(given: IdentitySettings, environment: Environment): IdentitySettings {
  const settings: IdentitySettings = {
    ...given,
    issuer: given.issuer.trim(),
    clientId: given.clientId.trim(),
    domains: unique(given.domains.map(normalDomain)),
    roleClaim: given.roleClaim?.trim() || null,
    adminValues: trimmed(given.adminValues),
    hrValues: trimmed(given.hrValues),
    payrollValues: trimmed(given.payrollValues),
    viewerValues: trimmed(given.viewerValues),
  };
  const errors = [
    ...issuerErrors(settings.issuer, environment),
    ...(settings.clientId === '' ? [wrong('/clientId', 'too-short', 'must not be empty')] : []),
    ...domainErrors(settings.domains),
    ...roleErrors(settings),
  ];
  if (errors.length > 0)
    throw new AppError('invalid-values', `The settings are not valid: ${errors.map(sentence).join('; ')}.`, {
      errors,
    });
  return settings;
}

/** The domain of an e-mail address as it is stored, or an empty text. */
export function domainOf(email: string): string {
  return normalDomain(email.slice(email.lastIndexOf('@') + 1));
}

/** Punycode, so that one domain has one spelling. */
function normalDomain(domain: string): string {
  return domainToASCII(domain.trim().replace(/^@/, '').toLowerCase());
}

function issuerErrors(issuer: string, environment: Environment): ValueError[] {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (!url || url.search || url.hash || url.username || url.password || issuer.length > MAX_ADDRESS_LENGTH)
    return [wrong('/issuer', 'malformed', 'must be an address such as https://login.example.com')];
  const isHere = url.hostname === 'localhost' || isLoopbackAddress(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  const isAllowed =
    url.protocol === 'https:' || (url.protocol === 'http:' && environment === 'staging' && isHere);
  return isAllowed ? [] : [wrong('/issuer', 'not-https', 'must begin with https://')];
}

function domainErrors(domains: readonly string[]): ValueError[] {
  if (domains.length === 0) return [wrong('/domains', 'too-short', 'must name at least one domain')];
  const isDomain = (domain: string) => domain.length <= 253 && /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(domain);
  return domains.every(isDomain)
    ? []
    : [wrong('/domains', 'malformed', 'must be domains such as example.com')];
}

function roleErrors({ roleClaim, otherRole, ...settings }: IdentitySettings): ValueError[] {
  const values = ROLES.flatMap((role) => settings[`${role}Values`]);
  if (values.includes('')) return [wrong('/adminValues', 'too-short', 'must not have an empty value')];
  if (roleClaim === null && values.length > 0)
    return [wrong('/roleClaim', 'missing', 'must name the claim that has these values')];
  if (roleClaim !== null && values.length === 0 && otherRole === null)
    return [wrong('/adminValues', 'too-short', 'must have a value, because nobody could sign in')];
  return [];
}

function wrong(pointer: string, code: string, message: string): ValueError {
  return { in: 'body', pointer, code, message };
}

function sentence({ pointer, message }: ValueError): string {
  return `${pointer.slice(1)} ${message}`;
}

const trimmed = (values: readonly string[]) => unique(values.map((value) => value.trim()));

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
