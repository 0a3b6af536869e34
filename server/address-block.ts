import ipaddr from 'ipaddr.js';

/**
 * What counts as one address: an IPv4 address, or the 64 bits of an IPv6 network. Every subscriber has at least one such
 * network (RFC 6177) and 2^64 addresses in it: counted one by one, nobody would ever come to a limit.
 */
export function addressBlock(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
