import { Type } from 'typebox';

export const monthParameter = Type.Object({ month: Type.String({ format: 'month' }) });

export const sums = {
  tickets: Type.Integer(),
  refunds: Type.Integer(),
  priceCents: Type.Integer(),
  discountCents: Type.Integer(),
  employerCents: Type.Integer(),
  employeeCents: Type.Integer(),
  withheldCents: Type.Integer(),
  beyondSubsidyCents: Type.Integer(),
};
