import { promises as dns } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../errors.ts';
import { LOOK_UPS } from '../limits.ts';

export interface HostAddress {
  address: string;
  family: 4 | 6;
}

/** Returns the addresses of a host. Rejects with `ENOTFOUND` if there are none, with `EAI_AGAIN` if no server answers. */
export type ResolveHost = (hostname: string) => Promise<HostAddress[]>;

interface Options {
  /** Addresses of DNS servers, with a port if it is not 53. By default those of the operating system. */
  servers?: readonly string[] | undefined;
  /** For all questions about one host together. */
  timeoutMs?: number;
  hostsFile?: string;
  resolvFile?: string;
}

const QUESTION = { timeout: LOOK_UPS.questionMs, tries: 2 };

/**
 * Does not use `dns.lookup`: it calls the operating system in one of the four threads of libuv, so four names whose server
 * never answers stop the look-ups of the whole process, and file access and password hashes with them. This one sends its own
 * questions, reads `/etc/hosts` first and follows the search list of `/etc/resolv.conf`, as the operating system does.
 */
export function createHostResolver({
  servers,
  timeoutMs = LOOK_UPS.hostMs,
  hostsFile = '/etc/hosts',
  resolvFile = '/etc/resolv.conf',
}: Options = {}): ResolveHost {
  return async (given) => {
    const family = isIP(given);
    if (family === 4 || family === 6) return [{ address: given, family }];
    const hostname = given.toLowerCase().replace(/\.$/, '');
    const known = await addressesInFile(hostsFile, hostname);
    if (known.length > 0) return known;
    if (hostname === 'localhost' || hostname.endsWith('.localhost')) return LOCALHOST;
    const names = given.endsWith('.') ? [hostname] : withSearchList(hostname, await searchList(resolvFile));
    // A resolver for each host: it reads the present servers of the operating system, and can be cancelled alone.
    const resolver = new dns.Resolver(QUESTION);
    if (servers) resolver.setServers(servers);
    const overdue = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      for (const name of names) {
        const found = await askServers(resolver, name);
        if (found.length > 0) return found;
      }
    } finally {
      clearTimeout(overdue);
    }
    throw Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
  };
}

/** Node gives each address a quarter of a second and drops slower ones, although they may be the only ones that work. */
const MS_FOR_AN_ADDRESS = 2_000;

/** For `net.connect` and everything that is built on it. */
export function connectOptions(resolve: ResolveHost) {
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        if (all || !first) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
  return { lookup, autoSelectFamilyAttemptTimeout: MS_FOR_AN_ADDRESS };
}

/** RFC 6761: names that end with localhost never leave the machine. */
const LOCALHOST: HostAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** There is no such name, or it has no address of this kind. */
const NONE = ['ENOTFOUND', 'ENODATA'];

async function askServers(resolver: dns.Resolver, name: string): Promise<HostAddress[]> {
  const kinds = [resolver.resolve4(name).then(ofFamily(4)), resolver.resolve6(name).then(ofFamily(6))];
  const answers = Promise.allSettled(kinds);
  const first = await Promise.any(kinds).catch(() => undefined);
  if (first) {
    const all = await Promise.race([answers, sleep(LOOK_UPS.otherKindMs, undefined, { ref: false })]);
    return all?.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])) ?? first;
  }
  for (const answer of await answers)
    if (answer.status === 'rejected' && !NONE.includes(errorCode(answer.reason) ?? ''))
      throw Object.assign(new Error(`no DNS server answers about ${name}`), {
        code: 'EAI_AGAIN',
        cause: answer.reason,
      });
  return [];
}

const ofFamily =
  (family: 4 | 6) =>
  (addresses: readonly string[]): HostAddress[] =>
    addresses.map((address) => ({ address, family }));

async function addressesInFile(file: string, hostname: string): Promise<HostAddress[]> {
  const lines = (await textOf(file)).toLowerCase().split('\n');
  return lines.flatMap((line) => {
    if (!line.includes(hostname)) return [];
    const [address = '', ...names] = withoutComment(line).split(/\s+/);
    const family = isIP(address);
    return (family === 4 || family === 6) && names.includes(hostname) ? [{ address, family }] : [];
  });
}

/** The last of the two keywords counts. */
async function searchList(file: string): Promise<string[]> {
  const lines = (await textOf(file)).split('\n').map((line) => withoutComment(line).split(/\s+/));
  const [, ...domains] =
    lines.findLast(([keyword = '']) => keyword === 'search' || keyword === 'domain') ?? [];
  return domains.filter((domain) => domain !== '.');
}

/** A name with a dot is asked for as it is first, one without a dot within the domains first. */
function withSearchList(hostname: string, domains: readonly string[]): string[] {
  const within = domains.map((domain) => `${hostname}.${domain}`);
  return hostname.includes('.') ? [hostname, ...within] : [...within, hostname];
}

const withoutComment = (line: string) => line.replace(/[#;].*/, '').trim();

/** A machine without such a file has nothing in it. */
async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return '';
  }
}
