import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig } from './config.ts';
import { loadSecretKeys } from './secret-keys.ts';

const KEY = 'k'.repeat(32);

describe('the configuration', () => {
  it('has sensible defaults', () => {
    const config = readConfig({});
    assert.equal(config.environment, 'staging');
    assert.equal(config.baseUrl, 'http://127.0.0.1:8080');
    assert.equal(config.databaseUrl, undefined);
    assert.equal(config.rateLimitPerMinute, 6000);
    assert(Object.isFrozen(config));
  });

  it('takes an empty variable for an unset one', () => {
    assert.equal(readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '' }).baseUrl, 'http://127.0.0.1:8080');
  });

  it('makes links from BASE_URL without a slash at the end, and brackets IPv6 hosts', () => {
    assert.equal(
      readConfig({ BASE_URL: 'https://tickets.example.com/' }).baseUrl,
      'https://tickets.example.com',
    );
    assert.equal(readConfig({ HOST: '::1', PORT: '81' }).baseUrl, 'http://[::1]:81');
  });

  const refused: [Record<string, string>, RegExp][] = [
    [{ TRANSIT_ENV: 'prod' }, /TRANSIT_ENV must be one of staging, production/],
    [{ PORT: '99999' }, /PORT must be a whole number from 0 to 65535/],
    [{ PORT: '80a' }, /PORT/],
    [{ BASE_URL: 'tickets.example.com' }, /BASE_URL must be an http/],
    [{ BASE_URL: 'ftp://example.com' }, /BASE_URL/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin with postgres/],
    [{ DATABASE_URL: 'postgres://x' }, /SECRET_KEY is required with DATABASE_URL/],
    [{ SECRET_KEY: 'short' }, /at least 32 characters/],
    [{ SECRET_KEY: KEY, SECRET_KEY_FILE: '/x' }, /both set/],
    [{ SECRET_KEY_FILE: '/nowhere/at/all' }, /cannot be read/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/],
    [{ RATE_LIMIT_PER_MINUTE: '-1' }, /RATE_LIMIT_PER_MINUTE/],
  ];
  for (const [variables, message] of refused)
    it(`refuses ${Object.keys(variables).join(' and ')} and says why: ${message.source}`, () => {
      assert.throws(() => readConfig(variables), { code: 'invalid-configuration', message });
    });
});

describe('the secret keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'transit-secrets-'));
  it('come from a variable or a file, the signing one first', () => {
    const file = join(folder, 'keys');
    writeFileSync(file, `${KEY}\n${'o'.repeat(40)}\n`);
    assert.deepEqual(readConfig({ SECRET_KEY: KEY }).secretKeys, [KEY]);
    assert.deepEqual(readConfig({ SECRET_KEY_FILE: file }).secretKeys, [KEY, 'o'.repeat(40)]);
  });

  it('are made once beside the embedded database, and stay the same', () => {
    const config = readConfig({ DATA_DIR: join(folder, 'data') });
    const [made] = loadSecretKeys(config);
    assert.equal(made?.length, 43);
    assert.deepEqual(loadSecretKeys(config), [made]);
    rmSync(folder, { recursive: true });
  });
});
