import { Type } from 'typebox';
import { nullable, nullableDate } from './schemas.ts';

/** What an action of an employee means: `src/views/requests/outcome.ts`. */
export const OutcomeSchema = Type.Object(
  {
    effectiveOn: nullableDate(
      'First day of the subscription or the pause, with or without tickets; null: today.',
    ),
    untilOn: nullableDate('First day after the pause.'),
    contributionCents: nullable(
      Type.Integer({ description: 'What the employee pays a month from then on.' }),
    ),
    offered: Type.Boolean({ description: 'Whether the employee has to sign a contract first.' }),
    dropped: Type.Boolean({ description: 'Whether the subscription ends before it has begun.' }),
  },
  { title: 'ActOutcome' },
);
