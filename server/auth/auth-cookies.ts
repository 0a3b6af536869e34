import { env } from '../env';

/**
 * Cookies beside the session's. `step` is a sign-in that is half done, `device` a browser from which somebody has
 * signed in before. Both hold 256 random bits, and only hashes of them are stored.
 */
export type AuthCookie = 'step' | 'device';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

const secure = () => env.PUBLIC_URL.startsWith('https:');

export const authCookieName = (word: AuthCookie): string =>
  `${secure() ? '__Host-' : ''}clinical-${env.instanceId}-${word}`;

/** Null when it is absent or not of our making. */
export function readAuthCookie(
  cookies: Readonly<Record<string, string | undefined>>,
  word: AuthCookie,
): string | null {
  const value = cookies[authCookieName(word)];
  return value !== undefined && SECRET.test(value) ? value : null;
}

/** The `Set-Cookie` line; an empty value removes it. */
export function authCookieLine(word: AuthCookie, value: string, maxAgeSeconds: number): string {
  const age = value === '' ? 0 : maxAgeSeconds;
  const line = `${authCookieName(word)}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict`;
  return secure() ? `${line}; Secure` : line;
}
