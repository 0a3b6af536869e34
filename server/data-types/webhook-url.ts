import { parseUrl } from '../parse-url';

/** Which URLs a webhook may have, the same where one is entered and where it is called. The browser reads this file. */

/** Rules for a webhook URL that its text alone can be checked against. */
export interface ShapeRules {
  allowHttp: boolean;
  /** Our own origins: a webhook to this service would be a delivery loop. */
  ownOrigins: readonly string[];
}

export interface UrlProblem {
  code: 'invalid_format' | 'not_allowed';
  message: string;
}

const notAllowed = (message: string): UrlProblem => ({ code: 'not_allowed', message });
// Never reveals the resolved address, which would map the internal network.
export const INNER_ADDRESS = notAllowed('The URL cannot lead to a private, local or reserved address.');
export const OWN_ADDRESS = notAllowed('The URL cannot lead to this service.');
export function otherPort(url: URL, ports: readonly number[]): UrlProblem {
  const allowed = ports.join(' or ');
  return notAllowed(
    url.protocol === 'http:' && url.port === ''
      ? `Start the URL with https://, or add port ${allowed}.`
      : `The URL must use port ${allowed}.`,
  );
}
const FORBIDDEN_NAMES = /(?:^|\.)(?:localhost|local|internal)$/;

export const portOf = (url: URL): number => Number(url.port || (url.protocol === 'http:' ? 80 : 443));

/** Checks scheme, user info, fragment and host name, in the browser and on the server. */
export function checkUrlShape(text: string, rules: ShapeRules): { url: URL } | { problem: UrlProblem } {
  const reject = (problem: UrlProblem) => ({ problem });
  const { allowHttp } = rules;
  const notAnAddress: UrlProblem = {
    code: 'invalid_format',
    message: `Enter an ${allowHttp ? 'http or https' : 'https'} URL.`,
  };
  const otherScheme = notAllowed(`The URL must start with ${allowHttp ? 'http:// or ' : ''}https://.`);
  // The URL parser removes tabs and line breaks and replaces backslashes; reject them, so that the stored URL is the
  // one entered.
  const url = /[\s\\\p{Cc}]/u.test(text) ? null : parseUrl(text);
  if (!url) return reject(notAnAddress);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return reject(otherScheme);
  if (!/^https?:\/\/[^/]/i.test(text)) return reject(notAnAddress);
  if (url.protocol === 'http:' && !allowHttp) return reject(otherScheme);
  if (url.username || url.password || /^https?:\/\/[^/?#]*@/i.test(text))
    return reject(notAllowed('The URL cannot contain a user name or password.'));
  if (text.includes('#')) return reject(notAllowed('The URL cannot contain a fragment (#).'));
  const name = url.hostname;
  if (name.endsWith('.')) return reject(notAllowed('The host name cannot end with a dot.'));
  if (FORBIDDEN_NAMES.test(name))
    return reject(notAllowed('The host name cannot be this machine or an internal network.'));
  if (rules.ownOrigins.includes(url.origin)) return reject(OWN_ADDRESS);
  return { url };
}

export interface TypedRules extends ShapeRules {
  allowPorts: readonly number[];
  /** The operator allows internal networks, so only the server knows the allowed addresses. */
  hasExceptions: boolean;
}

/**
 * Checks a URL in the browser, without network access. The server repeats the checks and adds DNS and rarer address
 * ranges.
 */
export function checkTypedUrl(text: string, rules: TypedRules): UrlProblem | null {
  const checked = checkUrlShape(text, rules);
  if ('problem' in checked) return checked.problem;
  if (!rules.hasExceptions && isInnerLiteral(checked.url.hostname)) return INNER_ADDRESS;
  return rules.allowPorts.includes(portOf(checked.url)) ? null : otherPort(checked.url, rules.allowPorts);
}

/**
 * Common non-public ranges: private, local, shared and link-local (RFC 6890). The parser has normalized the address.
 */
const INNER_IPV4 =
  /^(?:0|10|127|22[4-9]|2[345]\d)\.|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^100\.(?:6[4-9]|[789]\d|1[01]\d|12[0-7])\./;

function isInnerLiteral(host: string): boolean {
  // Only 2000::/3 is global unicast (RFC 4291, 2.4); the server checks embedded IPv4 addresses.
  if (host.startsWith('[')) return !/^\[[23][0-9a-f]{3}:/.test(host) && !host.startsWith('[::ffff:');
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) && INNER_IPV4.test(host);
}
