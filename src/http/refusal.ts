import { type Static, Type } from 'typebox';
import { AppError } from '../platform/errors.ts';
import { REFUSALS, type Reason } from '../platform/refusals.ts';
import { nullable, oneOf } from './schemas.ts';

/** A refusal is the answer that a preview is asked for, so it is no error. */
export const RefusalSchema = nullable(
  Type.Object({
    reason: oneOf(Object.keys(REFUSALS) as Reason[]),
    values: Type.Object({}, { additionalProperties: Type.Union([Type.String(), Type.Integer()]) }),
    message: Type.String({ description: 'The reason as an English sentence.' }),
  }),
);

/** Rethrows errors that are no refusal of an action. */
export function refusalOf(error: unknown): Static<typeof RefusalSchema> {
  if (!(error instanceof AppError) || error.code !== 'transition-refused') throw error;
  const { reason, values = {} } = error.details;
  return { reason: reason as Reason, values, message: error.message };
}
