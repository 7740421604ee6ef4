import { isIPv4 } from 'node:net';
import { isNetwork } from '../networks.ts';
import { invalid, text, type Variables } from './variables.ts';

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** All private networks together have less than a hundredth of all addresses. */
const MAX_PART = 1 / 16;

export function trustedProxies(env: Variables): string | undefined {
  const given = text(env, 'TRUST_PROXY');
  const entries = given?.split(',').map((each) => each.trim()) ?? [];
  for (const entry of entries)
    if (!NAMED_NETWORKS.includes(entry) && !isNetwork(entry))
      throw invalid('TRUST_PROXY', 'must be addresses or networks such as 10.0.0.5, separated by commas');
  const networks = entries.filter((entry) => !NAMED_NETWORKS.includes(entry));
  const tooLarge = networks.find((network) => isTooLarge([network]));
  if (tooLarge !== undefined || isTooLarge(networks))
    throw invalid(
      'TRUST_PROXY',
      `must not be ${tooLarge ?? networks.join(',')}: strangers have these addresses too, and could claim any other`,
    );
  return given;
}

function isTooLarge(networks: readonly string[]): boolean {
  return partOfAddresses(networks) > MAX_PART;
}

interface Range {
  from: bigint;
  /** The first address after it. */
  to: bigint;
}

const ALL_IPV6: Range = { from: 0n, to: 1n << 128n };
/** IPv4 addresses as IPv6: a network of IPv6 that contains them trusts them as well. */
const ALL_IPV4: Range = { from: 0xffff_0000_0000n, to: 0x1_0000_0000_0000n };

/** The part of all IPv4 or all IPv6 addresses, whichever is larger, that the networks contain together. */
function partOfAddresses(networks: readonly string[]): number {
  const ranges = networks.map(rangeOf).toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return Math.max(...[ALL_IPV4, ALL_IPV6].map((all) => partOf(all, ranges)));
}

function partOf(all: Range, ranges: readonly Range[]): number {
  let covered = 0n;
  let reached = all.from;
  for (const { from, to } of ranges) {
    const begin = from > reached ? from : reached;
    const end = to < all.to ? to : all.to;
    if (end <= begin) continue;
    covered += end - begin;
    reached = end;
  }
  return Number(covered) / Number(all.to - all.from);
}

function rangeOf(network: string): Range {
  const [address = '', bits] = network.split('/');
  const isOld = isIPv4(address);
  const size = 1n << BigInt(isOld ? 32 - Number(bits ?? 32) : 128 - Number(bits ?? 128));
  const from = (toNumber(isOld ? `::ffff:${address}` : address) / size) * size;
  return { from, to: from + size };
}

function toNumber(address: string): bigint {
  // The parser of addresses on the web writes every IPv6 address in one form, without dots.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - (first?.length ?? 0) - (last?.length ?? 0)).fill('0');
  const groups = [...(first ?? []), ...zeros, ...(last ?? [])];
  return groups.reduce((number, group) => (number << 16n) | BigInt(`0x${group}`), 0n);
}
