/** Somebody with the name of that time: a user's e-mail address or a key's name. */
export interface NamedParty {
  type: 'operator' | 'system' | 'portal-user' | 'api-key' | 'sync';
  name: string | null;
}

/**
 * How a contract was answered (docs/employee-page.md, "The proof of a signature"). Names and addresses are missing once the
 * person's data is erased.
 */
export interface Proof {
  by: 'mailed' | 'shown' | 'paper';
  /** The address to which the link was mailed. */
  mailedTo?: string;
  /** The latest change of that address, if it was in the 90 days before. */
  addressChanged?: { at: string; by: NamedParty };
  /** The users who had been shown the link. */
  shownTo?: NamedParty[];
}

export const PROOFS = ['mailed', 'shown', 'paper'] as const satisfies readonly Proof['by'][];

/** The proof as single values, for the audit log. */
export function proofDetails({ by, mailedTo, addressChanged, shownTo }: Proof) {
  return {
    proof: by,
    ...(mailedTo !== undefined && { mailedTo }),
    ...(addressChanged && {
      addressChangedAt: addressChanged.at,
      addressChangedBy: addressChanged.by.name ?? addressChanged.by.type,
    }),
    ...(shownTo && { shownTo: shownTo.map(({ name, type }) => name ?? type) }),
  };
}
