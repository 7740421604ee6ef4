import { Type } from 'typebox';
import { named } from '../../schemas.ts';

/** Why a cancellation ends a subscription in that month. */
export const CutOff = named('CutOff', {
  untilDay: Type.Integer({
    description: 'A cancellation by this day of a month ends the subscription with that month.',
  }),
  hasPassed: Type.Boolean({ description: 'Whether the day of this month had passed.' }),
});
