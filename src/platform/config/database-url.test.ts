import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDatabaseUrl } from './database-url.ts';

function withoutTls(url: string) {
  const { ssl, ...server } = parseDatabaseUrl(url);
  assert.equal(ssl, false);
  return server;
}

describe('DATABASE_URL', () => {
  it('has a host, a port, a database, a user and a password', () => {
    assert.deepEqual(withoutTls('postgres://hr:p%40ss%2F@db.example.com:6432/transit'), {
      host: 'db.example.com',
      port: 6432,
      database: 'transit',
      username: 'hr',
      password: 'p@ss/',
    });
  });

  const hosts: [string, string, number][] = [
    ['postgresql://db.example.com/transit', 'db.example.com', 5432],
    ['postgres:///transit', 'localhost', 5432],
    ['postgres://hr@[2001:db8::5]:5433/transit', '2001:db8::5', 5433],
    ['postgres://hr@localhost/transit?host=/run/postgresql', '/run/postgresql', 5432],
    ['postgres://hr:secret@/transit?host=/run/postgresql&port=5433', '/run/postgresql', 5433],
    ['postgres://hr@%2Frun%2Fpostgresql/transit', '/run/postgresql', 5432],
  ];
  for (const [url, host, port] of hosts)
    it(`${url} names ${host}, port ${port}`, () => {
      const server = withoutTls(url);
      assert.deepEqual([server.host, server.port, server.database], [host, port, 'transit']);
    });

  it('is encrypted only with sslmode, and never through a socket', () => {
    withoutTls('postgres://db.example.com/transit?sslmode=disable');
    withoutTls('postgres://localhost/transit?host=/run/postgresql&sslmode=verify-full');
    assert.notEqual(parseDatabaseUrl('postgres://db.example.com/transit?sslmode=verify-full').ssl, false);
  });

  const refused: [string, RegExp][] = [
    ['mysql://x', /must begin with postgres/],
    ['postgres://hr:sec/ret@db.example.com/transit', /cannot be read.*encoded/],
    ['postgres://hr:100%secret@db.example.com/transit', /cannot be read.*encoded/],
    ['postgres://hr:secret@one,two/transit', /names several hosts/],
    ['postgres://hr:secret@db/transit?sslmode=prefer', /sslmode prefer.*verify-full/],
    ['postgres://hr:secret@db/transit?sslmode=verify_full', /sslmode verify_full.*verify-full/],
    ['postgres://hr:secret@db/transit?ssl_mode=require', /unknown parameter ssl_mode.*sslmode/],
    [
      'postgres://hr:secret@db/transit?sslmode=require&sslrootcert=/nowhere.pem',
      /sslrootcert of DATABASE_URL cannot be read: \/nowhere\.pem/,
    ],
  ];
  for (const [url, message] of refused)
    it(`${url} is refused, and the password is not repeated`, () => {
      assert.throws(
        () => parseDatabaseUrl(url),
        (error: Error) => {
          assert.match(error.message, message);
          assert(!/secret|sec\/ret/.test(error.message));
          return true;
        },
      );
    });
});
