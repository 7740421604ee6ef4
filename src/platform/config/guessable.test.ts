import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { isGuessable, type MIN_UNPREDICTABLE_CHARACTERS } from './guessable.ts';

const GUESSABLE: [keyof typeof MIN_UNPREDICTABLE_CHARACTERS, string[]][] = [
  [
    'SECRET_KEY',
    [
      'change-me-change-me-change-me-1234',
      '0123456789abcdefghijklmnopqrstuvwxyz',
      'this-is-my-secret-key-please-change-it',
      'MySuperSecretKey1234567890abcdefgh',
      'transit-ticket-service-secret-key-production',
      'zyxwvutsrqponmlkjihgfedcba9876543210',
    ],
  ],
  ['METRICS_TOKEN', ['metrics-token-123456', 'prometheus-token', 'my-metrics-token']],
  ['BACKUP_PASSPHRASE', ['transitbackup2026', 'passphrase123456', 'qwertzuiop12', 'Backup-Password']],
];

describe('a secret', () => {
  for (const [name, secrets] of GUESSABLE)
    for (const secret of secrets)
      it(`such as ${secret} can be guessed as ${name}`, () => {
        assert.ok(isGuessable(secret, name));
      });

  it('that is random cannot be guessed, whatever its alphabet', () => {
    for (const [name, bytes] of [
      ['SECRET_KEY', 16],
      ['METRICS_TOKEN', 8],
    ] as const)
      for (let round = 0; round < 100; round++) {
        assert.ok(!isGuessable(randomBytes(bytes).toString('hex'), name));
        assert.ok(!isGuessable(randomBytes(bytes * 2).toString('base64'), name));
      }
  });

  it('of words that do not belong together cannot be guessed', () => {
    assert.ok(!isGuessable('correct horse battery staple', 'BACKUP_PASSPHRASE'));
  });
});
