import { env } from '../env';

/**
 * Authentication cookies other than the session cookie. `step` identifies an unfinished sign-in, `device` a browser
 * that has signed in before, `sso` what a single sign-on is for, other than signing in. They hold 256 random bits of which
 * only hashes are stored.
 */
export type AuthCookie = 'step' | 'device' | 'sso';

/** The identity provider sends the browser back from another site, and that request must carry `sso`. */
const SAME_SITE = { step: 'Strict', device: 'Strict', sso: 'Lax' } as const;

const SECRET = /^[A-Za-z0-9_-]{43}$/;

const secure = () => env.PUBLIC_URL.startsWith('https:');

export const authCookieName = (word: AuthCookie): string =>
  `${secure() ? '__Host-' : ''}clinical-${env.instanceId}-${word}`;

/** Null if absent or malformed. */
export function readAuthCookie(
  cookies: Readonly<Record<string, string | undefined>>,
  word: AuthCookie,
): string | null {
  const value = cookies[authCookieName(word)];
  return value !== undefined && SECRET.test(value) ? value : null;
}

/** A `Set-Cookie` value. An empty cookie value deletes the cookie. */
export function authCookieLine(word: AuthCookie, value: string, maxAgeSeconds: number): string {
  const age = value === '' ? 0 : maxAgeSeconds;
  const line = `${authCookieName(word)}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=${SAME_SITE[word]}`;
  return secure() ? `${line}; Secure` : line;
}
