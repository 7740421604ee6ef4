import { Type } from 'typebox';
import { PLAN_TYPES } from '../../domain/plans/plan-types.ts';
import { date, oneOf } from '../schemas.ts';
import { named } from './schemas.ts';

export const WaitingSchema = named('Waiting', {
  people: Type.Integer(),
  groups: Type.Array(
    Type.Object({
      planType: oneOf(PLAN_TYPES),
      start: date('First day.'),
      people: Type.Integer(),
      needsContract: Type.Boolean(),
      priceCents: Type.Integer(),
      employerCents: Type.Integer(),
      contributionCents: Type.Integer(),
    }),
  ),
  monthlyCents: Type.Object({ employer: Type.Integer(), employees: Type.Integer() }),
});
