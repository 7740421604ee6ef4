import { Type } from 'typebox';
import { ABSENCE_KINDS } from '../../domain/person/absence-kinds.ts';
import { date, nullable, nullableDate, oneOf } from '../schemas.ts';
import { named } from './schemas.ts';

export const TermSchema = named('Term', {
  number: Type.Integer(),
  start: date('First day.'),
  isNext: Type.Boolean({ description: 'It begins after a gap, once the term before has ended.' }),
  ends: Type.Array(
    Type.Object({
      on: date('First day without a ticket.'),
      owner: oneOf(['hr', 'person', 'contract']),
      cause: nullable(Type.String()),
    }),
  ),
  pauses: Type.Array(
    Type.Object({
      from: date('First day.'),
      until: nullableDate('First day after it.'),
      owner: oneOf(['hr', 'person']),
      absences: Type.Array(
        Type.Object({
          type: Type.String(),
          kind: nullable(oneOf(ABSENCE_KINDS)),
          startDate: Type.String(),
          endDate: nullable(Type.String()),
        }),
      ),
    }),
  ),
});
