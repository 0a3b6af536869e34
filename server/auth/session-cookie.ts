import { decode, encode, type JWTDecodeParams } from 'next-auth/jwt';
import { deriveSecrets, env } from '../env';

/** The portal session cookie in next-auth's format: name, attributes and encryption of its secret. */

export const isSecure = (): boolean => env.PUBLIC_URL.startsWith('https:');

/** Cookies ignore ports, so the name contains the instance. `__Host-` is valid only with https. */
export const sessionCookieName = (): string =>
  `${isSecure() ? '__Host-' : ''}clinical-${env.instanceId}-session`;

export const cookieSecret = (): string => cookieSecrets()[0]!;

const cookieSecrets = (): string[] => deriveSecrets('session').map((key) => key.toString('base64url'));

/** Like `decode` of next-auth, with each of `ENCRYPTION_KEYS`. @throws Error if none of them decrypts the cookie */
export async function decodeCookie(params: JWTDecodeParams) {
  const [first, ...others] = cookieSecrets();
  let decoding = decode({ ...params, secret: first! });
  for (const secret of others) decoding = decoding.catch(() => decode({ ...params, secret }));
  return decoding;
}

/** Maximum lifetime of a session, regardless of activity. */
export const ABSOLUTE_HOURS = 12;

/** Of the cookie, which outlives its session, so that the sign-in page can state why that ended. */
export const COOKIE_SECONDS = (ABSOLUTE_HOURS + 12) * 3600;

/** `Set-Cookie` for a session that next-auth did not open. */
export async function sessionCookie(sid: string): Promise<string> {
  const token = await encode({ token: { sid }, secret: cookieSecret(), maxAge: COOKIE_SECONDS });
  const expires = new Date(Date.now() + COOKIE_SECONDS * 1000).toUTCString();
  return `${sessionCookieName()}=${token}; Path=/; Expires=${expires}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`;
}
