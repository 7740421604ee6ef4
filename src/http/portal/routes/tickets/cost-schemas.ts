import { Type } from 'typebox';
import { ticketCounts } from '../../../routes/statement-schemas.ts';

export const monthParameter = Type.Object({ month: Type.String({ format: 'month' }) });

export const sums = {
  ...ticketCounts,
  priceCents: Type.Integer(),
  discountCents: Type.Integer(),
  employerCents: Type.Integer(),
  employeeCents: Type.Integer(),
  withheldCents: Type.Integer(),
  beyondSubsidyCents: Type.Integer(),
};
