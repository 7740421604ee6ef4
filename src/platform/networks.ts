import { BlockList, isIP } from 'node:net';

/** Whether the text is an address such as 203.0.113.7 or a network such as 2001:db8::/32. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const max = version === 4 ? 32 : 128;
  return (
    version > 0 &&
    !address.includes('%') &&
    rest.length === 0 &&
    (bits === undefined || (/^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= max))
  );
}

/** Returns whether an address is in one of the networks. A text that is no address never is. */
export function memberOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    if (family) list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (given) => {
    const address = plainAddress(given);
    const family = familyOf(address);
    return family !== undefined && list.check(address, family);
  };
}

/** The address as PostgreSQL can store it, or null if the text is none. */
export function knownAddress(text: string): string | null {
  const address = plainAddress(text);
  return isIP(address) ? address : null;
}

/** An IPv4 client of a socket for both versions as IPv4, and an IPv6 address without the name of an interface. */
function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address.replace(/%.*$/, '');
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined;
}
