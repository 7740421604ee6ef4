import type { Role } from '../../domain/access/roles.ts';
import { recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { storeUser } from '../create-user.ts';
import { markAccepted, withdrawLinksOfUser } from '../invitations-sql.ts';
import { setUserRole } from '../set-user-role.ts';
import { lockUsers, type UserRecord } from '../users-sql.ts';
import {
  type KnownUser,
  lockInvitationFor,
  type ProvenIdentity,
  selectUsersFor,
  storeIdentity,
  updateAddress,
} from './identities-sql.ts';
import type { Person, PersonRefusal } from './judge-claims.ts';
import type { IdentityProvider } from './providers-sql.ts';

const SYSTEM = { type: 'system' } as const;

export interface Refusal {
  refusal: PersonRefusal;
  /** The user who is refused, if it is one. */
  userId?: number;
}
export type Admission = { userId: number } | Refusal;

/** Finds, creates or refuses the user of a person that the provider has authenticated (docs/decisions/0021). */
export async function admitPerson(
  tx: Transaction,
  provider: IdentityProvider,
  person: Person,
): Promise<Admission> {
  const { companyId } = provider;
  // Serialises sign-ins of one company: two first ones must not create a user twice, or demote both admins.
  const users = await lockUsers(tx, companyId);
  const identity = { issuer: provider.issuer, subject: person.subject };
  const found = await selectUsersFor(tx, companyId, { ...identity, email: person.email });
  const bound = found.find(({ subject }) => subject === person.subject);
  const user = bound ?? found.find(({ hasAddress }) => hasAddress);
  if (!user) return await admitNewcomer(tx, provider, person, identity);
  if (!bound && user.subject !== null) return { refusal: 'other-person', userId: user.id };
  const role = nextRole(users, user, person.role);
  if (role === null) return { refusal: 'no-role', userId: user.id };
  await storeIdentity(tx, companyId, user.id, identity);
  if (role !== user.role) await setUserRole(tx, companyId, user.id, SYSTEM, role);
  if (!user.hasAddress) await changeAddress(tx, companyId, user.id, person.email);
  return { userId: user.id };
}

/** The last admin stays one: a misspelt value in the settings must not leave the company without an admin. */
function nextRole(users: readonly UserRecord[], user: KnownUser, role: Person['role']): Role | null {
  if (role === undefined) return user.role;
  const isLastAdmin =
    user.role === 'admin' && !users.some((each) => each.role === 'admin' && each.id !== user.id);
  return isLastAdmin ? 'admin' : role;
}

async function admitNewcomer(
  tx: Transaction,
  { companyId, createsUsers, otherRole }: IdentityProvider,
  { email, role: claimed }: Person,
  identity: ProvenIdentity,
): Promise<Admission> {
  const invitation = await lockInvitationFor(tx, companyId, email);
  if (!invitation && !createsUsers) return { refusal: 'not-invited' };
  const role = claimed === undefined ? (invitation?.role ?? otherRole) : claimed;
  if (role === null) return { refusal: 'no-role' };
  const { id } = await storeUser(tx, companyId, SYSTEM, { email, role, passwordHash: null });
  await storeIdentity(tx, companyId, id, identity);
  if (invitation) {
    await markAccepted(tx, companyId, invitation.id);
    await recordChange(tx, companyId, {
      actor: { type: 'portal-user', id },
      action: 'portal-invitation-accepted',
      subject: { type: 'portal-invitation', id: invitation.id },
    });
  }
  return { userId: id };
}

/** Links for the old address must not let anybody in as the user. */
async function changeAddress(
  tx: Transaction,
  companyId: number,
  userId: number,
  email: string,
): Promise<void> {
  await withdrawLinksOfUser(tx, companyId, userId);
  if (!(await updateAddress(tx, companyId, userId, email))) return;
  await recordChange(tx, companyId, {
    actor: { type: 'portal-user', id: userId },
    action: 'portal-user-address-changed',
    subject: { type: 'portal-user', id: userId },
  });
}
