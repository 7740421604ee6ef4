import { AppError } from '../../platform/errors.ts';
import { ROSTER_SIZES } from '../../platform/limits.ts';

/** The limit for `syncId`, unknown fields and the names of fields, in bytes. */
export const MAX_FIELD_LENGTH = 65_536;
export const DEEPEST_NESTING = 10;
export const MAX_FIELDS = 100;

/** Errors after which the rest of a body cannot be read. None of them quotes the body: it has personal data. */
export const malformed = (message: string) => new AppError('malformed-request', message);

export const notAnObject = () => malformed('The body must be a JSON object with `syncId` and `employees`.');
export const notUtf8 = () => malformed('The body is not valid UTF-8.');
export const notJson = () => malformed('The body is not valid JSON.');
export const cutOff = () => malformed('The body ends before its JSON is complete.');
export const nestedTooDeep = () => malformed(`The body is nested more than ${DEEPEST_NESTING} levels deep.`);
export const spaceTooLong = () =>
  malformed(`The body has more than ${ROSTER_SIZES.spaceBytes} bytes of white space in a row.`);
export const fieldTooLong = () =>
  malformed(`A field besides employees is longer than ${MAX_FIELD_LENGTH} bytes.`);

export const entryNotJson = (position: number) =>
  malformed(`Entry ${position} of employees is not valid JSON.`);
export const entryTooLong = (position: number) =>
  malformed(`Entry ${position} of employees is longer than ${ROSTER_SIZES.entryBytes} bytes.`);
