import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { writeTestCertificates, writeTestServiceAccount } from '../../../test/pure/support/wallet.ts';
import { readConfig } from './config.ts';
import { loadSecretKeys } from './secret-keys.ts';
import { refuseGuessablePassphrase } from './secrets.ts';

const KEY = 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U';
const GUESSABLE = 'change-me-this-is-my-secret-key-1234';
const OLD_KEY = 'uZ1rM8tVq6KxB0nWd5CyGj7HfS3oLi9E';

describe('the configuration', () => {
  it('has sensible defaults', () => {
    const config = readConfig({});
    assert.equal(config.environment, 'staging');
    assert.equal(config.baseUrl, 'http://127.0.0.1:8080');
    assert.equal(config.databaseUrl, undefined);
    assert.equal(config.rateLimitPerMinute, 6000);
    assert.equal(config.portalRateLimitPerMinute, 600);
    assert.equal(config.addressRateLimitPerMinute, 3000);
    assert(Object.isFrozen(config));
  });

  it('refuses a DATA_DIR with a ~ that no shell has replaced', () => {
    assert.throws(
      () => readConfig({ DATA_DIR: '~/transit' }),
      /DATA_DIR begins with ~.* instead of ~\/transit/,
    );
    assert.match(readConfig({ DATA_DIR: './a~b' }).dataDir, /\/a~b$/);
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

  it('reads the mail server, which must have TLS unless it is on this machine or the operator says otherwise', () => {
    const MAIL_FROM = 'Tickets <tickets@example.com>';
    const serverOf = (SMTP_URL: string) => {
      const { mail } = readConfig({ SMTP_URL, MAIL_FROM });
      assert.equal(mail?.from, MAIL_FROM);
      return mail?.way === 'smtp' ? mail.server : undefined;
    };
    assert.deepEqual(serverOf('smtp://user%40x:p%3Fss@mail.example.com'), {
      host: 'mail.example.com',
      port: 587,
      secure: false,
      requireTLS: true,
      auth: { user: 'user@x', pass: 'p?ss' },
    });
    assert.deepEqual(serverOf('smtps://u:p@mail.example.com'), {
      host: 'mail.example.com',
      port: 465,
      secure: true,
      requireTLS: false,
      auth: { user: 'u', pass: 'p' },
    });
    assert.deepEqual(serverOf('smtp://[::1]:25'), {
      host: '::1',
      port: 25,
      secure: false,
      requireTLS: false,
      auth: undefined,
    });
    assert.equal(serverOf('smtp://u:p@127.0.0.1')?.requireTLS, false);
    assert.equal(serverOf('smtp://mail.example.com:25')?.requireTLS, true);
    const { mail } = readConfig({ SMTP_URL: 'smtp://relay:25', MAIL_FROM, SMTP_ALLOW_PLAIN: '1' });
    assert.equal(mail?.way === 'smtp' && mail.server.requireTLS, false);
  });

  it('keeps mail in the outbox on staging, and has none on production without a mail server', () => {
    assert.equal(readConfig({}).mail?.way, 'outbox');
    assert.equal(
      readConfig({ BASE_URL: 'https://x.example' }).mail?.from,
      'Transit Ticket Service <no-reply@x.example>',
    );
    assert.equal(readConfig({ TRANSIT_ENV: 'production' }).mail, undefined);
  });

  const refused: [Record<string, string>, RegExp][] = [
    [{ TRANSIT_ENV: 'prod' }, /TRANSIT_ENV must be one of staging, production/],
    [{ PORT: '99999' }, /PORT must be a whole number from 1 to 65535/],
    [{ PORT: '80a' }, /PORT/],
    [{ BASE_URL: 'tickets.example.com' }, /BASE_URL must be an http/],
    [{ BASE_URL: 'ftp://example.com' }, /BASE_URL/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin with postgres/],
    [{ DATABASE_URL: 'postgres://x' }, /SECRET_KEY is required with DATABASE_URL/],
    [{ SECRET_KEY: 'short' }, /at least 32 characters/],
    [{ SECRET_KEY: 'k'.repeat(32) }, /SECRET_KEY repeats itself/],
    [{ SECRET_KEY: '0123456789abcdef'.repeat(2) }, /SECRET_KEY repeats itself/],
    [{ SECRET_KEY: KEY, SECRET_KEY_FILE: '/x' }, /both set/],
    [{ SECRET_KEY_FILE: '/nowhere/at/all' }, /cannot be read/],
    [{ SMTP_URL: 'smtp://mail.example.com' }, /MAIL_FROM must be set as well/],
    [{ TRANSIT_ENV: 'production', MAIL_FROM: 'a@example.com' }, /SMTP_URL must be set as well/],
    [{ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'M\uFFFDller <a@example.com>' }, /MAIL_FROM is not in UTF-8/],
    [{ SMTP_URL: 'mail.example.com:587', MAIL_FROM: 'a@example.com' }, /SMTP_URL must begin with smtp:/],
    [{ SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'a@example.com' }, /SMTP_URL must begin with smtp:/],
    [{ SMTP_URL: 'smtp://', MAIL_FROM: 'a@example.com' }, /SMTP_URL must begin with smtp:/],
    [{ SMTP_URL: 'smtp://user@mail.example.com', MAIL_FROM: 'a@example.com' }, /both a user and a password/],
    [{ SMTP_URL: 'smtp://u:100%@mail.example.com', MAIL_FROM: 'a@example.com' }, /Write % as %25/],
    [{ SMTP_URL: 'smtp://u:p?x@mail.example.com', MAIL_FROM: 'a@example.com' }, /SMTP_URL/],
    [{ MAIL_FROM: 'Tickets' }, /MAIL_FROM must be one address/],
    [{ MAIL_FROM: 'a@example.com, b@example.com' }, /MAIL_FROM must be one address/],
    [{ MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' }, /MAIL_FROM must be one address/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/],
    [{ TRUST_PROXY: 'true' }, /TRUST_PROXY must be addresses or networks/],
    [{ TRUST_PROXY: 'loopback, nginx' }, /TRUST_PROXY must be addresses or networks/],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /TRUST_PROXY must be addresses or networks/],
    [{ TRUST_PROXY: '10.0.0.5, 0.0.0.0/0' }, /TRUST_PROXY must not be 0\.0\.0\.0\/0/],
    [{ TRUST_PROXY: '::/0' }, /TRUST_PROXY must not be/],
    [
      { TRUST_PROXY: '0.0.0.0/1, 128.0.0.0/1' },
      /TRUST_PROXY must not be 0\.0\.0\.0\/1: strangers have these/,
    ],
    [{ TRUST_PROXY: '0.0.0.0/2,64.0.0.0/2,128.0.0.0/2,192.0.0.0/2' }, /TRUST_PROXY must not be/],
    [{ TRUST_PROXY: everyEighth().join(',') }, /TRUST_PROXY must not be 255\.0\.0\.0\/8,254/],
    [{ TRUST_PROXY: '::ffff:0:0/96' }, /TRUST_PROXY must not be/],
    [{ TRUST_PROXY: '::/64' }, /TRUST_PROXY must not be/],
    [{ TRUST_PROXY: '2000::/3' }, /TRUST_PROXY must not be/],
    [
      { SMTP_URL: 'smtp://u:p@mail.example.com', MAIL_FROM: 'a@example.com', SMTP_ALLOW_PLAIN: '1' },
      /SMTP_ALLOW_PLAIN must not be set with a password/,
    ],
    [
      { TRANSIT_ENV: 'production', SECRET_KEY: GUESSABLE },
      /SECRET_KEY can be guessed: .* Put the new key before the present one/,
    ],
    [{ TRANSIT_ENV: 'production', SECRET_KEY: `${GUESSABLE},${KEY}` }, /SECRET_KEY can be guessed/],
    [{ TRANSIT_ENV: 'production', METRICS_TOKEN: 'my-metrics-token' }, /METRICS_TOKEN can be guessed/],
    [{ METRICS_TOKEN: 'short' }, /METRICS_TOKEN must be at least 16 characters/],
    [{ RATE_LIMIT_PER_MINUTE: '-1' }, /RATE_LIMIT_PER_MINUTE/],
    [{ PORTAL_RATE_LIMIT_PER_MINUTE: 'many' }, /PORTAL_RATE_LIMIT_PER_MINUTE/],
    [{ ADDRESS_RATE_LIMIT_PER_MINUTE: '1.5' }, /ADDRESS_RATE_LIMIT_PER_MINUTE/],
  ];
  for (const [variables, message] of refused)
    it(`refuses ${Object.keys(variables).join(' and ')} and says why: ${message.source}`, () => {
      assert.throws(() => readConfig(variables), { code: 'invalid-configuration', message });
    });
});

it('networks of proxies are trusted if they are no large part of all addresses', () => {
  for (const TRUST_PROXY of [
    '10.0.0.5',
    'loopback, 10.0.0.0/8, 172.16.0.0/12,192.168.0.0/16',
    'fc00::/7,2001:db8::/32,::1',
    '10.0.0.0/8,10.0.0.0/8,10.1.0.0/16',
  ])
    assert.equal(readConfig({ TRUST_PROXY }).trustProxy, TRUST_PROXY);
});

/** Networks that overlap and touch, and so contain every address of IPv4. */
function everyEighth(): string[] {
  return Array.from({ length: 256 }, (_, index) => `${255 - index}.0.0.0/8`);
}

it('secrets that can be guessed are accepted on staging, and on production as keys that only verify', () => {
  const weak = { SECRET_KEY: GUESSABLE, METRICS_TOKEN: 'my-metrics-token' };
  assert.deepEqual(readConfig(weak).guessable, ['SECRET_KEY', 'METRICS_TOKEN']);
  const rotated = { TRANSIT_ENV: 'production', SECRET_KEY: `${KEY},${GUESSABLE}` };
  assert.deepEqual(readConfig(rotated).guessable, ['SECRET_KEY']);
  assert.deepEqual(readConfig({ SECRET_KEY: KEY, METRICS_TOKEN: OLD_KEY }).guessable, []);
});

it('production makes no backup with a passphrase that can be guessed', () => {
  const message = /passphrase can be guessed.*Keep the present one/;
  assert.throws(() => refuseGuessablePassphrase('transitbackup2026', 'production'), { message });
  refuseGuessablePassphrase('transitbackup2026', 'staging');
  refuseGuessablePassphrase('correct horse battery staple', 'production');
});

describe('the artwork for wallet buttons', () => {
  const SVG = '<?xml version="1.0"?>\n<!-- made by a vendor -->\n<svg xmlns="http://www.w3.org/2000/svg"/>';
  const folderOf = (files: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), 'transit-badges-'));
    after(() => rmSync(folder, { recursive: true }));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    return folder;
  };
  const read = (files: Record<string, string>) =>
    readConfig({ WALLET_BADGES_DIR: folderOf(files) }).walletBadges;

  it('is absent unless it is given', () => {
    assert.deepEqual(readConfig({}).walletBadges, {});
  });

  it('is read for one wallet or both, in both languages', () => {
    const apple = { 'apple-de.svg': SVG, 'apple-en.svg': '<svg/>'.replace('/', ' /') };
    assert.deepEqual(Object.keys(read(apple)), ['apple']);
    assert.equal(read(apple).apple?.de.toString(), SVG);
    const all = { ...apple, 'google-de.svg': SVG, 'google-en.svg': SVG, 'read-me.txt': '' };
    assert.deepEqual(Object.keys(read(all)), ['apple', 'google']);
  });

  const refused: [string, Record<string, string>, RegExp][] = [
    [
      'no artwork',
      { 'apple.svg': SVG },
      /^WALLET_BADGES_DIR must contain apple-de\.svg and apple-en\.svg, or/,
    ],
    ['one language', { 'google-de.svg': SVG }, /^WALLET_BADGES_DIR must contain google-en\.svg as well/],
    [
      'a web page',
      { 'apple-de.svg': '<!doctype html><svg></svg>', 'apple-en.svg': SVG },
      /is not SVG: .*apple-de/,
    ],
    ['a large file', { 'apple-de.svg': SVG + ' '.repeat(300_000), 'apple-en.svg': SVG }, /more than 256 KiB/],
  ];
  for (const [what, files, message] of refused)
    it(`is refused with ${what}`, () => {
      assert.throws(() => read(files), { code: 'invalid-configuration', message });
    });

  it('is refused if the folder cannot be read', () => {
    assert.throws(() => readConfig({ WALLET_BADGES_DIR: '/nowhere' }), { message: /must be a folder/ });
  });
});

describe('the certificates for wallets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'transit-certificates-'));
  after(() => rmSync(folder, { recursive: true }));
  const apple = writeTestCertificates(folder, 'pass.com.example.tickets');
  const { variables: google } = writeTestServiceAccount(folder);
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const ecPem = ecKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  it('are absent unless they are given', () => {
    const { applePass, googleWallet } = readConfig({ APPLE_TEAM_ID: '', GOOGLE_WALLET_ISSUER_ID: ' ' });
    assert.deepEqual([applePass, googleWallet], [undefined, undefined]);
  });

  it('are read and checked at the start', () => {
    const { applePass, googleWallet } = readConfig({ ...apple, ...google });
    assert.equal(applePass?.passTypeId, 'pass.com.example.tickets');
    assert.equal(applePass?.teamId, 'TEAM123456');
    assert.equal(googleWallet?.issuerId, '3388000000012345678');
    assert.equal(googleWallet?.serviceAccount, 'passes@project.iam.gserviceaccount.com');
  });

  const refused: [string, Record<string, string | undefined>, RegExp][] = [
    ['half of a group', { APPLE_TEAM_ID: undefined }, /^APPLE_TEAM_ID must be set as well: APPLE_PASS_CERT/],
    ['half of the other', { GOOGLE_WALLET_ISSUER_ID: '' }, /^GOOGLE_WALLET_ISSUER_ID must be set as well/],
    ['a missing file', { APPLE_PASS_KEY_FILE: '/nowhere' }, /^APPLE_PASS_KEY_FILE cannot be read: \/nowhere/],
    ['a folder', { APPLE_WWDR_CERTIFICATE_FILE: folder }, /^APPLE_WWDR_CERTIFICATE_FILE cannot be read/],
    ['a wrong passphrase', { APPLE_PASS_KEY_PASSPHRASE: 'x' }, /^APPLE_PASS_KEY_FILE .*passphrase/],
    ['no passphrase', { APPLE_PASS_KEY_PASSPHRASE: undefined }, /^APPLE_PASS_KEY_FILE .*passphrase/],
    ['no certificate', { APPLE_PASS_CERTIFICATE_FILE: apple.APPLE_PASS_KEY_FILE }, /holds no certificate/],
    [
      'the wrong issuer',
      { APPLE_WWDR_CERTIFICATE_FILE: apple.APPLE_PASS_CERTIFICATE_FILE },
      /^APPLE_WWDR_CERTIFICATE_FILE is not the certificate that issued/,
    ],
    [
      'a key of something else',
      { APPLE_PASS_KEY_FILE: otherKey(folder) },
      /^APPLE_PASS_KEY_FILE is not the key/,
    ],
    ['another pass type', { APPLE_PASS_TYPE_ID: 'pass.x' }, /which is for pass\.com\.example\.tickets$/],
    ['an issuer that is no number', { GOOGLE_WALLET_ISSUER_ID: 'us' }, /^GOOGLE_WALLET_ISSUER_ID must be/],
    ['a key file that is no JSON', { GOOGLE_WALLET_KEY_FILE: file('a', 'secret') }, /is not JSON: [^ ]*$/],
    ['JSON that is no key', { GOOGLE_WALLET_KEY_FILE: file('b', '[]') }, /client_email and private_key/],
    [
      'a key that is not RSA',
      {
        GOOGLE_WALLET_KEY_FILE: file('c', JSON.stringify({ client_email: 'a@b', private_key: ecPem })),
      },
      /^GOOGLE_WALLET_KEY_FILE must hold an RSA key/,
    ],
  ];
  for (const [what, changes, message] of refused)
    it(`are refused with ${what}`, () => {
      assert.throws(() => readConfig({ ...apple, ...google, ...changes }), {
        code: 'invalid-configuration',
        message,
      });
    });
});

function otherKey(folder: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const path = join(folder, 'other.key');
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return path;
}

it('webhooks to this machine are allowed by a variable, which production refuses', () => {
  assert.equal(readConfig({}).webhooksAllowLoopback, false);
  assert.equal(readConfig({ WEBHOOKS_ALLOW_LOOPBACK: '1' }).webhooksAllowLoopback, true);
  const refused = { code: 'invalid-configuration', message: /WEBHOOKS_ALLOW_LOOPBACK is for staging/ };
  assert.throws(() => readConfig({ WEBHOOKS_ALLOW_LOOPBACK: '1', TRANSIT_ENV: 'production' }), refused);
  assert.throws(() => readConfig({ WEBHOOKS_ALLOW_LOOPBACK: 'yes' }), { code: 'invalid-configuration' });
});

it('DNS servers are addresses, with a port if it is another one', () => {
  assert.equal(readConfig({}).dnsServers, undefined);
  const { dnsServers } = readConfig({ DNS_SERVERS: '10.0.0.53, [2001:db8::53]:5353' });
  assert.deepEqual(dnsServers, ['10.0.0.53', '[2001:db8::53]:5353']);
  const refused = { code: 'invalid-configuration', message: /DNS_SERVERS must be addresses/ };
  for (const given of ['dns.example.com', '10.0.0.53,', '10.0.0.53:99999'])
    assert.throws(() => readConfig({ DNS_SERVERS: given }), refused, given);
});

describe('the secret keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'transit-secrets-'));
  it('come from a variable or a file, the signing one first', () => {
    const file = join(folder, 'keys');
    writeFileSync(file, `${KEY}\n${OLD_KEY}\n`);
    assert.deepEqual(readConfig({ SECRET_KEY: KEY }).secretKeys, [KEY]);
    assert.deepEqual(readConfig({ SECRET_KEY_FILE: file }).secretKeys, [KEY, OLD_KEY]);
  });

  it('are made once beside the embedded database, and stay the same', async () => {
    const config = readConfig({ DATA_DIR: join(folder, 'data') });
    const [made] = await loadSecretKeys(config);
    assert.equal(made?.length, 43);
    assert.deepEqual(await loadSecretKeys(config), [made]);
    rmSync(folder, { recursive: true });
  });
});

it('servers in place of Apple and Google are on this machine, and on staging only', () => {
  assert.equal(
    readConfig({ APPLE_PUSH_URL: 'http://127.0.0.1:9000/' }).applePushUrl,
    'http://127.0.0.1:9000',
  );
  assert.equal(readConfig({ GOOGLE_WALLET_URL: 'https://[::1]:9000' }).googleWalletUrl, 'https://[::1]:9000');
  for (const wrong of ['https://example.com', 'http://10.0.0.1', 'http://127.0.0.1.example.com', 'x'])
    for (const name of ['APPLE_PUSH_URL', 'GOOGLE_WALLET_URL'])
      assert.throws(() => readConfig({ [name]: wrong }), { code: 'invalid-configuration' }, wrong);
  assert.throws(
    () => readConfig({ TRANSIT_ENV: 'production', APPLE_PUSH_URL: 'http://127.0.0.1:9000' }),
    /is for staging/,
  );
});
