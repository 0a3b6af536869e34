import net from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses the service may connect to on behalf of a user: public unicast, plus the operator's list. */

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Cidr = [Address, number];

/** Drops entries that are not networks: an invalid exception must not open anything. */
export function readCidrs(entries: readonly string[]): Cidr[] {
  return entries.filter((entry) => ipaddr.isValidCIDR(entry)).map((entry) => ipaddr.parseCIDR(entry));
}

// ipaddr.js reads `::8.8.8.8` as `::ffff:8.8.8.8`, which is another address. A zero makes it unambiguous.
const COMPATIBLE = /^::(?=\d+\.\d+\.\d+\.\d+$)/;

/** Parses a literal address: removes brackets and zone, unwraps IPv4-mapped addresses; null for a name. */
export function readLiteral(host: string): Address | null {
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  return net.isIP(bare) === 0 ? null : ipaddr.process(bare.replace(COMPATIBLE, '::0:'));
}

// A public unicast address, but answered by the cloud host's metadata agent (Azure wire server).
const HOST_AGENTS = ['168.63.129.16'];

export function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return !HOST_AGENTS.includes(address.toString());
  const [first = 0, , , , fifth, sixth] = address.parts;
  // Only 2000::/3 is global unicast (RFC 4291, 2.4). This also excludes IPv4-compatible ::/96 and ::5efe:0:0/96.
  if (first >> 13 !== 1) return false;
  // ISATAP carries an IPv4 address below any prefix (RFC 5214, 6.1).
  return !((fifth === 0 || fifth === 0x200) && sixth === 0x5efe);
}

export function isWithin(address: Address, networks: readonly Cidr[]): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}
