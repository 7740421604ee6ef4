import { AppError } from '../errors.ts';

const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 1000;

export function checkPassword(password: string, field = 'password'): void {
  const length = [...password].length;
  if (length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD) return;
  const code = length < SHORTEST_PASSWORD ? 'too-short' : 'too-long';
  const message = `must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`;
  throw new AppError('invalid-values', `The password ${message}.`, {
    errors: [{ in: 'body', pointer: `/${field}`, code, message }],
  });
}

/** 422, not 401: the user is signed in, only the password in the form is wrong. */
export function wrongPassword(field: string): AppError {
  return new AppError('invalid-values', 'The password is wrong.', {
    errors: [{ in: 'body', pointer: `/${field}`, code: 'wrong', message: 'is wrong' }],
  });
}
