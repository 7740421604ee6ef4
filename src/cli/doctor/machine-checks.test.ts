import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeTestCertificates } from '../../../test/pure/support/wallet.ts';
import { applePass } from '../../platform/config/wallet.ts';
import { certificates } from './machine-checks.ts';

test('each certificate is fine, about to expire or expired', () => {
  const folder = mkdtempSync(join(tmpdir(), 'transit-certificates-'));
  try {
    const given = applePass(
      writeTestCertificates(folder, 'pass.com.example.tickets', new Date('2036-12-16T12:00:00Z')),
    );
    const found = (now: string) =>
      certificates({ applePass: given, databaseUrl: undefined }, Date.parse(now)).map(
        ({ check, status }) => `${check} ${status}`,
      );
    for (const [now, status] of [
      ['2036-11-16T11:00:00Z', 'ok'],
      ['2036-11-16T13:00:00Z', 'warning'],
      ['2036-12-16T13:00:00Z', 'problem'],
    ] as const)
      assert.deepEqual(found(now), [
        `certificate-apple-pass ${status}`,
        `certificate-apple-issuer ${status}`,
      ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
