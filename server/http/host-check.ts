import { env } from '../env';
import { parseUrl } from '../parse-url';

/** Allowed names of this server. Prevents DNS rebinding against a server on loopback. */

const { protocol, host } = new URL(env.PUBLIC_URL);
const normalized = (value: string, scheme: string): string | null =>
  parseUrl(`${scheme}//${value}`)?.host ?? null;

const local = ['localhost', '127.0.0.1', '[::1]'].map((name) => normalized(`${name}:${env.PORT}`, 'http:'));

export function isOurHost(header: string | undefined): boolean {
  // International names are sent as `xn--`.
  if (!header || /[^\x21-\x7e]|[/?#@\\]/.test(header)) return false;
  return normalized(header, protocol) === host || local.includes(normalized(header, 'http:'));
}
