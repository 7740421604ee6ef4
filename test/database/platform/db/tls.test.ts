import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { withConnection } from '../../../../src/platform/backup/connect.ts';
import { connect } from '../../../../src/platform/db/connect.ts';
import { certify } from '../../../pure/support/certificate.ts';
import { runCommand } from '../../support/command-line.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { startTlsFront } from '../../support/tls-front.ts';

const database = await createTestDatabase();
const { target } = database.server;
const skip = typeof target === 'string' && 'needs a server on a socket';

const folder = mkdtempSync(join(tmpdir(), 'transit-tls-'));
after(() => rmSync(folder, { recursive: true }));
const save = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const localhost = certify('localhost');
const address = certify('127.0.0.1');
const other = certify('db.example.com');
const trusted = {
  localhost: save('localhost.pem', localhost.certificate),
  address: save('address.pem', address.certificate),
  other: save('other.pem', other.certificate),
};

function urlTo(host: string, port: number, query: Record<string, string>): string {
  if (typeof target === 'string') throw new Error('see skip');
  const { username, password, database: name } = target;
  return `postgres://${username}:${encodeURIComponent(password)}@${host}:${port}/${name}?${new URLSearchParams(query)}`;
}

const serve = ({ key, certificate }: { key: string; certificate: string }) =>
  startTlsFront({ key, cert: certificate });

/** Both drivers of the service must agree. */
async function reach(url: string): Promise<string[]> {
  const pools = connect(url);
  try {
    const attempts = [
      () => pools.sql`select 1`,
      () => pools.copies.query('select 1'),
      () => withConnection(url, (client) => client.query('select 1')),
    ];
    return await Promise.all(attempts.map((attempt) => attempt().then(() => 'connected', messageOf)));
  } finally {
    await pools.close();
  }
}

const messageOf = (error: Error) => error.message;

async function connects(url: string): Promise<void> {
  assert.deepEqual(await reach(url), ['connected', 'connected', 'connected']);
}

async function isRefused(url: string, why: RegExp): Promise<void> {
  for (const outcome of await reach(url)) assert.match(outcome, why);
}

const UNKNOWN_AUTHORITY = /self-signed certificate/;
const OTHER_NAME = /does not match certificate's altnames/;

describe('TLS to a server', { skip }, () => {
  it('verify-full checks the authority of sslrootcert and the name', async () => {
    const port = await serve(localhost);
    const sslmode = 'verify-full';
    await connects(urlTo('localhost', port, { sslmode, sslrootcert: trusted.localhost }));
    await isRefused(urlTo('localhost', port, { sslmode }), UNKNOWN_AUTHORITY);
    await isRefused(
      urlTo('localhost', port, { sslmode, sslrootcert: trusted.other }),
      /certificate|signature/,
    );
  });

  it('verify-full refuses the certificate of another name', async () => {
    const port = await serve(other);
    const query = { sslmode: 'verify-full', sslrootcert: trusted.other };
    await isRefused(urlTo('localhost', port, query), OTHER_NAME);
  });

  it('verify-full checks an IP address against the addresses of the certificate, not against localhost', async () => {
    const query = { sslmode: 'verify-full' };
    const wrong = await serve(localhost);
    await isRefused(
      urlTo('127.0.0.1', wrong, { ...query, sslrootcert: trusted.localhost }),
      /IP: 127\.0\.0\.1 is not in the cert's list/,
    );
    const right = await serve(address);
    await connects(urlTo('127.0.0.1', right, { ...query, sslrootcert: trusted.address }));
  });

  it('verify-ca, and require with sslrootcert, check the authority and not the name', async () => {
    const port = await serve(other);
    for (const sslmode of ['verify-ca', 'require']) {
      await connects(urlTo('localhost', port, { sslmode, sslrootcert: trusted.other }));
      await isRefused(
        urlTo('localhost', port, { sslmode, sslrootcert: trusted.localhost }),
        /certificate|signature/,
      );
    }
    await isRefused(urlTo('localhost', port, { sslmode: 'verify-ca' }), UNKNOWN_AUTHORITY);
  });

  it('require without sslrootcert encrypts and checks nothing', async () => {
    await connects(urlTo('localhost', await serve(other), { sslmode: 'require' }));
  });

  it('sslcert and sslkey prove who the client is', async () => {
    const port = await startTlsFront({
      key: localhost.key,
      cert: localhost.certificate,
      ca: other.certificate,
      requestCert: true,
      rejectUnauthorized: true,
    });
    const query = { sslmode: 'verify-full', sslrootcert: trusted.localhost };
    await connects(
      urlTo('localhost', port, { ...query, sslcert: trusted.other, sslkey: save('other.key', other.key) }),
    );
  });

  const failures: [string, () => Promise<string>, RegExp][] = [
    [
      'a certificate of an unknown authority',
      async () => urlTo('localhost', await serve(localhost), { sslmode: 'verify-full' }),
      /^transit: The certificate of the server named by DATABASE_URL is not accepted: self-signed certificate\. If its authority is your own, name the PEM file .*\(sslrootcert\).*\n$/,
    ],
    [
      'a certificate of another name',
      async () =>
        urlTo('localhost', await serve(other), { sslmode: 'verify-full', sslrootcert: trusted.other }),
      /^transit: The certificate of the server named by DATABASE_URL is not accepted: .*db\.example\.com\. Name the server as in its certificate\.\n$/,
    ],
    [
      'a server without TLS',
      async () => urlTo('localhost', await startTlsFront(), { sslmode: 'require' }),
      /^transit: The server named by DATABASE_URL does not speak TLS\..*\n$/,
    ],
  ];
  for (const [what, url, sentence] of failures)
    it(`${what} is reported in one sentence, by doctor too`, async () => {
      const env = { DATABASE_URL: await url(), SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U' };
      const { code, stderr } = await runCommand(['companies', 'list'], env);
      assert.equal(code, 1);
      assert.match(stderr, sentence);
      const doctor = await runCommand(['doctor', '--json'], env);
      const checks: { check: string; message: string }[] = JSON.parse(doctor.stdout);
      const message = checks.find(({ check }) => check === 'database')?.message;
      assert.match(`transit: ${message}\n`, sentence);
    });
});
