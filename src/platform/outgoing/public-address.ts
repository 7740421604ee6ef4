import { BlockList, isIP } from 'node:net';

/**
 * The special-purpose networks of IANA that are not globally reachable, and those that embed an IPv4 address. From the
 * internet nobody can be reached there; from our server, the operator's own network can.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Within 2000::/3, which holds every address that is assigned for the public internet. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const special = new BlockList();
for (const network of SPECIAL_IPV4) addNetwork(special, network, 'ipv4');
for (const network of SPECIAL_IPV6) addNetwork(special, network, 'ipv6');

const assigned = new BlockList();
addNetwork(assigned, '2000::/3', 'ipv6');

const loopback = new BlockList();
addNetwork(loopback, '127.0.0.0/8', 'ipv4');
addNetwork(loopback, '::1/128', 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4');
  return isIP(address) === 6 && assigned.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  return version > 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

function addNetwork(list: BlockList, network: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits] = network.split('/');
  list.addSubnet(address, Number(bits), family);
}
