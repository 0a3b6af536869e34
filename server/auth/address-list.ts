import net from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks from which an API key may be used, each in one canonical form, which is both displayed and compared. */

const FORM = 'must be an address or a network such as 198.51.100.0/24 or 2001:db8::/32';

/** Canonical form of a network (`192.0.2.0/24`). A single address is a network of one. */
export function readNetwork(text: string): { network: string } | { problem: string } {
  const [address = '', prefix, ...rest] = text.trim().split('/');
  // ipaddr.js alone also accepts 0x7f.1 and 010.0.0.1. A zone index has no meaning outside the caller's host.
  const family = address.includes('%') ? 0 : net.isIP(address);
  if (family === 0 || rest.length > 0) return { problem: FORM };
  const whole = family === 4 ? 32 : 128;
  if (prefix !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(prefix)) return { problem: FORM };
  const bits = prefix === undefined ? whole : Number(prefix);
  if (bits > whole) return { problem: `must have at most ${whole} bits after the slash` };
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return ofNetwork(parsed.toString(), bits, ipaddr.IPv4);
  // Callers that arrive as `::ffff:192.0.2.1` are compared as IPv4, so the list must be IPv4 too.
  if (!parsed.isIPv4MappedAddress()) return ofNetwork(parsed.toString(), bits, ipaddr.IPv6);
  return bits < 96
    ? { problem: 'must be written as an IPv4 network' }
    : ofNetwork(parsed.toIPv4Address().toString(), bits - 96, ipaddr.IPv4);
}

function ofNetwork(
  address: string,
  bits: number,
  kind: { networkAddressFromCIDR(text: string): { toString(): string } },
): { network: string } | { problem: string } {
  if (bits === 0) return { problem: 'would allow every address; leave the list empty instead' };
  const first = kind.networkAddressFromCIDR(`${address}/${bits}`).toString();
  return first === address
    ? { network: `${first}/${bits}` }
    : { problem: `must be written as ${first}/${bits}, or as one address` };
}

/** Whether a list allows an address that the previous one did not. An empty list allows all. Both are canonical. */
export function letsMoreIn(networks: readonly string[], before: readonly string[]): boolean {
  if (before.length === 0) return false;
  return networks.length === 0 || !networks.every((network) => before.some((one) => liesIn(network, one)));
}

function liesIn(inner: string, outer: string): boolean {
  const [address, bits] = ipaddr.parseCIDR(inner);
  const range = ipaddr.parseCIDR(outer);
  return range[0].kind() === address.kind() && range[1] <= bits && address.match(range);
}

/** Denies access to an address that cannot be parsed. */
export function isListed(ip: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return networks.some((network) => {
    if (!ipaddr.isValidCIDR(network)) return false;
    const range = ipaddr.parseCIDR(network);
    return range[0].kind() === address.kind() && address.match(range);
  });
}
