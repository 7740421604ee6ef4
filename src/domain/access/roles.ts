/** The roles of portal users. If an identity provider gives somebody several, the first of them counts. */
export const ROLES = ['admin', 'hr', 'payroll', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** What a portal user may do. Each route and each page of the portal names the right that it needs. */
export const RIGHTS = [
  /** People, contracts, documents, rosters and integrations. */
  'see-people',
  'change-people',
  /** Costs and the files for payroll. */
  'see-costs',
  'change-costs',
  /** API keys, users, how people sign in, the audit log. */
  'see-settings',
  /** Those, and webhooks, identity provider, the company's settings and everything about money. */
  'administer',
] as const;
export type Right = (typeof RIGHTS)[number];

/** The one table of roles and rights. */
const RIGHTS_OF: Readonly<Record<Role, readonly Right[]>> = {
  admin: RIGHTS,
  hr: ['see-people', 'change-people', 'see-costs'],
  payroll: ['see-costs', 'change-costs'],
  viewer: ['see-people', 'see-costs', 'see-settings'],
};

/** A role that this version does not know, because a newer node has given it, has no rights. */
export function rightsOf(role: string): readonly Right[] {
  return Object.hasOwn(RIGHTS_OF, role) ? RIGHTS_OF[role as Role] : [];
}

export const may = (role: string, right: Right): boolean => rightsOf(role).includes(right);

export const rolesWith = (right: Right): Role[] => ROLES.filter((role) => may(role, right));
