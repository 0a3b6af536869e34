import { parseUrl } from '../../parse-url';

/** Shared with the browser: no server libraries. */

export const APP_KINDS = ['confidential', 'public'] as const;
export type AppKind = (typeof APP_KINDS)[number];

export const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

export const MAX_REDIRECT_URIS = 10;
export const MAX_REDIRECT_LENGTH = 500;

/** Not among the characters that all URL parsers treat alike (RFC 3986, without `*`). */
const NOT_PLAIN = /[^A-Za-z0-9\-._~:/?[\]@!$&'()+,;=%]/u;
/** For native apps: a reverse domain name (RFC 8252, 7.1), so not `javascript:` or `data:`. */
const OWN_SCHEME = /^([a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+):\/(?!\/\/)/;
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=[:/?]|$)/;

/**
 * Why a redirect URI cannot be registered; null if it can. Only the browser's normalized spelling is accepted, so that
 * URIs can be compared as text.
 */
export function redirectUriProblem(uri: string, kind: AppKind): string | null {
  if (uri.length > MAX_REDIRECT_LENGTH) return `must have at most ${MAX_REDIRECT_LENGTH} characters`;
  const [wrong] = NOT_PLAIN.exec(uri) ?? [];
  if (wrong !== undefined) return characterProblem(wrong);
  const url = parseUrl(uri);
  if (!url) return 'is not a valid URL. Enter an https:// URL';
  if (url.username || url.password || /^[a-z+.-]+:\/\/[^/?]*@/i.test(uri))
    return 'must be a URL without a user name';
  if (/%(?:2e|2f|5c|00|0a|0d)/i.test(url.pathname))
    return 'cannot contain encoded dots, slashes or line breaks';
  if (url.href !== uri && url.href !== `${uri}/`) return `must be written as ${url.href}`;
  if (url.protocol === 'https:') return null;
  if (LOOPBACK.test(uri)) return null;
  if (kind === 'public' && OWN_SCHEME.test(uri)) return null;
  return url.protocol === 'http:'
    ? 'must start with https://. A program on the user’s device may use http://127.0.0.1 or http://[::1]'
    : 'must start with https://';
}

function characterProblem(character: string): string {
  if (character === '#') return 'cannot contain a fragment (#)';
  if (character === '*') return 'cannot contain a wildcard (*)';
  return /[!-~]/.test(character)
    ? `cannot contain “${character}”`
    : 'must contain only ASCII characters, without spaces';
}

/** Exact match with a registered URI, except that native apps may choose the loopback port (RFC 8252, 7.3). */
export function redirectUriFits(registered: readonly string[], asked: string, kind: AppKind): boolean {
  if (registered.includes(asked)) return true;
  if (kind !== 'public') return false;
  const withoutPort = (uri: string) =>
    LOOPBACK.test(uri)
      ? uri.replace(
          /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):([1-9]\d{0,4})(?=[/?]|$)/,
          (whole, host: string, port: string) => (Number(port) <= 65_535 ? host : whole),
        )
      : null;
  const plain = withoutPort(asked);
  return plain !== null && registered.some((uri) => withoutPort(uri) === plain);
}

/** CSP source expression that allows a form to redirect to the URI. */
export function formTarget(redirectUri: string): string {
  // CSP cannot express an IPv6 address.
  if (redirectUri.startsWith('http://[')) return 'http:';
  return /^https?:/.test(redirectUri)
    ? new URL(redirectUri).origin
    : `${OWN_SCHEME.exec(redirectUri)?.[1] ?? 'about'}:`;
}

/** Target of the redirect as displayed on the consent page. */
export function redirectHost(redirectUri: string): string {
  return /^https?:/.test(redirectUri)
    ? new URL(redirectUri).host
    : `a program on your device (${redirectUri.split(':')[0]})`;
}

/** Whether no other program can receive the redirect; only then is a remembered consent enough. */
export const isClaimedAddress = (redirectUri: string): boolean => redirectUri.startsWith('https://');

export const PROOF_PATH = '/.well-known/clinical-data-verification.txt';
export const proofText = (token: string): string => `clinical-data-verification=${token}`;

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Why a host name cannot be verified; null if it can. No IP addresses or ports, one spelling. */
export function domainProblem(host: string): string | null {
  const labels = host.split('.');
  const isName = labels.length >= 2 && host.length <= 253 && labels.every((label) => LABEL.test(label));
  // A name that ends in a number would be parsed as an IPv4 address.
  return isName && /^[a-z]/.test(labels.at(-1)!)
    ? null
    : 'must be a lower-case host name such as app.example.org, without https:// and path';
}
