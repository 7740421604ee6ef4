import { type Static, Type } from 'typebox';
import { type NamedParty, PROOFS, type Proof } from '../../tickets/subscriptions/proof.ts';
import { nullable, oneOf, timestamp } from '../schemas.ts';
import { NamedActorSchema } from './actors.ts';
import { named } from './schemas.ts';

/** How a contract was answered. */
export const ProofSchema = named('Proof', {
  by: oneOf(PROOFS),
  mailedTo: nullable(Type.String({ description: 'The address to which the link was mailed.' })),
  addressChanged: nullable(
    Type.Object({ at: timestamp('When the address was changed.'), by: NamedActorSchema }),
  ),
  shownTo: Type.Array(NamedActorSchema, { description: 'The users who had been shown the link.' }),
});

export function showProof({ by, mailedTo, addressChanged, shownTo }: Proof): Static<typeof ProofSchema> {
  return {
    by,
    mailedTo: mailedTo ?? null,
    addressChanged: addressChanged ? { at: addressChanged.at, by: showParty(addressChanged.by) } : null,
    shownTo: (shownTo ?? []).map(showParty),
  };
}

const showParty = ({ type, name }: NamedParty) => ({ type, id: null, name });
