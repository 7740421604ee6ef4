import type { Scope } from '../../domain/access/scope.ts';
import type { Environment } from '../../platform/config/config.ts';
import { AppError } from '../../platform/errors.ts';

/** How a key or its password came to an end. */
export const KEY_ENDS = {
  'key-revoked': 'The key was revoked.',
  'key-expired': 'The key has expired.',
  'password-replaced': 'The password of the key was replaced, and the old one is no longer valid.',
} as const;
export type KeyEnd = keyof typeof KEY_ENDS;

export interface RefusedKey {
  readonly id: number;
  readonly companyId: number;
  readonly scope: Scope;
}

/**
 * The password is right, but the key may not be used. The answer to an ended key is that to a wrong password; only the company learns
 * the reason, from the attempts of its integrations.
 */
export class KeyRefused extends AppError {
  readonly key: RefusedKey;
  readonly reason: KeyEnd | 'address-not-allowed';
  /** For the company. */
  readonly explanation: string;

  constructor(key: RefusedKey, reason: KeyRefused['reason'], answer: AppError) {
    super(answer.code, answer.message, answer.details);
    this.key = key;
    this.reason = reason;
    this.explanation = reason === 'address-not-allowed' ? answer.message : KEY_ENDS[reason];
  }
}

export const ofOtherEnvironment = (environment: Environment, here: Environment) =>
  new AppError(
    'invalid-credentials',
    `This username is that of a key for ${environment}, and this is the ${here} server.`,
  );

export const wrongCredentials = () =>
  new AppError(
    'invalid-credentials',
    'The username or password is wrong, or the key has expired, was revoked, or belongs to the other environment.',
  );
