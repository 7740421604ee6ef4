import { ROLES, type Role } from '../../domain/access/roles.ts';
import { isPlausibleEmail } from '../../domain/person/rules.ts';
import { domainOf, type IdentitySettings, type RoleValues } from './provider-settings.ts';

/** The claims of the provider about a person, from the ID token and the user info. */
export type Claims = Readonly<Record<string, unknown>>;

export interface Person {
  subject: string;
  email: string;
  /** The role by the role claim. Undefined: roles are managed in the portal. Null: no access. */
  role: Role | null | undefined;
}

/** Why a person is refused although the provider has authenticated them. */
export type PersonRefusal =
  | 'provider-answer-invalid'
  | 'email-not-verified'
  | 'domain-not-allowed'
  | 'not-invited'
  | 'other-person'
  | 'no-role'
  | 'sign-in-over';

type RoleSettings = Pick<IdentitySettings, 'roleClaim' | RoleValues | 'otherRole'>;

/** Judges what the provider says, without knowing the company's users. */
export function judgeClaims(
  claims: Claims,
  settings: RoleSettings & Pick<IdentitySettings, 'domains'>,
): Person | { refusal: PersonRefusal } {
  const { sub, email } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > 255)
    return { refusal: 'provider-answer-invalid' };
  if (typeof email !== 'string' || !isPlausibleEmail(email.trim()) || !isVerified(claims))
    return { refusal: 'email-not-verified' };
  if (!settings.domains.includes(domainOf(email.trim()))) return { refusal: 'domain-not-allowed' };
  return { subject: sub, email: email.trim(), role: roleIn(claims, settings) };
}

/** Some providers send texts. Microsoft sends `xms_edov` instead: whether the owner of the domain was verified. */
function isVerified(claims: Claims): boolean {
  const said = claims['email_verified'] ?? claims['xms_edov'];
  return [true, 'true', 1, '1'].some((yes) => yes === said);
}

function roleIn(claims: Claims, { roleClaim, otherRole, ...values }: RoleSettings): Role | null | undefined {
  if (roleClaim === null) return undefined;
  // A name with a dot may be a top-level claim, such as a URL, or a path into objects.
  const said = [claims[roleClaim] ?? valueAt(claims, roleClaim.split('.'))].flat();
  return ROLES.find((role) => values[`${role}Values`].some((value) => said.includes(value))) ?? otherRole;
}

function valueAt(from: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return from;
  const isObject = typeof from === 'object' && from !== null && Object.hasOwn(from, name);
  return isObject ? valueAt((from as Claims)[name], rest) : undefined;
}
