import ipaddr from 'ipaddr.js';

/**
 * The unit in which addresses are counted: an IPv4 address, or the /64 of an IPv6 address. Every subscriber has at
 * least a /64 (RFC 6177) with 2^64 addresses: counting those one by one would never reach a limit.
 */
export function addressBlock(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
