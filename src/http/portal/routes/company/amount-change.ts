import { Type } from 'typebox';

const cents = Type.Object({ employees: Type.Integer(), employer: Type.Integer() });

/**
 * What a change of amounts means for people: the costs of their tickets in cents a month, before and how they change, and the
 * offers that follow. Until they accept new terms, employees pay at most the signed amount.
 */
export const amountChange = {
  people: Type.Integer(),
  before: cents,
  atFirst: cents,
  onceAccepted: cents,
  offered: Type.Integer(),
  withdrawn: Type.Integer(),
  replaced: Type.Integer(),
};
