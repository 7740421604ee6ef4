import { type ConnectionOptions, checkServerIdentity } from 'node:tls';
import { invalid, readFile } from './variables.ts';

/** The server that DATABASE_URL names, for both drivers: each of them would read the address in its own way. */
export interface DatabaseServer {
  /** A name, an IP address without brackets, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  /** Without a value, the drivers use `PGDATABASE`, `PGUSER` and `PGPASSWORD`. */
  readonly database: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly ssl: ConnectionOptions | false;
}

const PARAMETERS = ['host', 'port', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'];
/** Not `allow` and `prefer`: they send the password unencrypted if the server, or somebody in between, asks for it. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

/** Reads the address as PostgreSQL's own programs do. Without `sslmode` the connection is not encrypted. */
export function parseDatabaseUrl(address: string): DatabaseServer {
  if (!/^postgres(ql)?:\/\//.test(address)) throw wrong('must begin with postgres:// or postgresql://');
  const { url, decode } = parse(address);
  const parameters = url.searchParams;
  for (const name of parameters.keys())
    if (!PARAMETERS.includes(name))
      throw wrong(`has the unknown parameter ${name}. Known are ${PARAMETERS.join(', ')}`);
  const host = parameters.get('host') || decode(url.hostname).replace(/^\[(.*)\]$/, '$1') || 'localhost';
  if (host.includes(',')) throw wrong('names several hosts: only one is possible');
  return {
    host,
    port: Number(parameters.get('port') || url.port || 5432),
    database: decode(url.pathname.slice(1)) || undefined,
    username: decode(url.username) || undefined,
    password: decode(url.password) || undefined,
    ssl: host.startsWith('/') ? false : ssl(host, parameters),
  };
}

function parse(address: string) {
  // `postgres://user@/database?host=/run/postgresql` is usual, but no URL.
  const candidates = [address, address.replace('@/', '@localhost/')];
  const valid = candidates.find((candidate) => URL.canParse(candidate));
  if (valid === undefined) throw unreadable();
  const decode = (part: string) => {
    try {
      return decodeURIComponent(part);
    } catch {
      throw unreadable();
    }
  };
  return { url: new URL(valid), decode };
}

function ssl(host: string, parameters: URLSearchParams): ConnectionOptions | false {
  const mode = parameters.get('sslmode') ?? 'disable';
  if (!SSL_MODES.includes(mode)) throw wrong(`has the sslmode ${mode}. Possible are ${SSL_MODES.join(', ')}`);
  const files = {
    ...file(parameters, 'sslrootcert', 'ca'),
    ...file(parameters, 'sslcert', 'cert'),
    ...file(parameters, 'sslkey', 'key'),
  };
  if (mode === 'disable') {
    if (Object.keys(files).length > 0) throw wrong('names certificates, but no sslmode such as verify-full');
    return false;
  }
  if (mode === 'verify-full')
    return { ...files, checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate) };
  // With a certificate to check against, `require` has always meant `verify-ca`.
  if (mode === 'require' && !files.ca) return { ...files, rejectUnauthorized: false };
  return { ...files, checkServerIdentity: () => undefined };
}

function file<Option extends 'ca' | 'cert' | 'key'>(
  parameters: URLSearchParams,
  name: string,
  option: Option,
): { [Name in Option]?: Buffer } {
  const path = parameters.get(name);
  // `sslrootcert=system` means the authorities that are always trusted.
  if (!path || (option === 'ca' && path === 'system')) return {};
  return { [option]: readFile(`${name} of DATABASE_URL`, path) } as { [Name in Option]?: Buffer };
}

function unreadable() {
  return wrong(
    'cannot be read. It must look like postgres://user:password@host/database, with special characters of the password encoded (%40 for @, %2F for /)',
  );
}

/** Never repeats the address: it has the password. */
function wrong(problem: string) {
  return invalid('DATABASE_URL', problem);
}
