import assert from 'node:assert/strict';
import { test } from 'node:test';
import { certificates } from './machine-checks.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const until = (day: string) => ({ validTo: `${day} 12:00:00 2026 GMT` });
const statusOf = (...days: string[]) => certificates('apple-wallet', days.map(until), NOW).status;

test('a certificate is fine, about to expire or expired, and the earliest end counts', () => {
  assert.equal(statusOf('Dec 31', 'Dec 17'), 'ok');
  assert.equal(statusOf('Dec 31', 'Dec 10'), 'warning');
  assert.equal(statusOf('Dec 31', 'Nov 15'), 'problem');
});
